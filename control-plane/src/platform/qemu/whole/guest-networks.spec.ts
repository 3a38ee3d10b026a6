import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { Bed } from '../../conformance/bed.ts'
import type { Site } from '../../conformance/platform-under-test.ts'
import { logIn, type Terminal } from '../../conformance/terminal.ts'
import type { InstanceNic } from '../../interface/instances.ts'
import type { VpcDocument } from '../../interface/networks.ts'
import { canMakeNetworks, NetnsBed } from '../networks/testing/netns-bed.ts'
import { FLOATING, nicOf, smallVpc, withFloating, withRule } from '../networks/testing/small-vpc.ts'
import { LatestSamples } from '../testing/latest-samples.ts'
import { onQemu, QemuSite } from '../testing/qemu-site.ts'
import { cachedTinyLinux } from '../tiny-linux/cached-tiny-linux.ts'

/** Answers each connection at the port with a word. */
const serve = (word: string, port: number) => `while :; do echo ${word} | nc -l -p ${port} >/dev/null; done &\r`

/** Prints the address once DHCP has given one. */
const ADDRESS = 'until ip address show eth0 | grep "inet "; do sleep 1; done'

/** A platform whose networks are real, on a host of their own. */
async function openBed(networks: NetnsBed): Promise<Bed> {
  const image = await cachedTinyLinux(tmpdir())
  const open = async (): Promise<Site> => QemuSite.open(image, networks.options)
  return Bed.open({ ...onQemu, open })
}

const nicIn = (document: VpcDocument, nicId: string): InstanceNic => {
  const { id, mac, ip, primary } = document.nics.find((nic) => nic.id === nicId)!
  return { id, name: 'net0', mac, ip, prefixLength: 22, primary }
}

/** Runs a command in a guest and waits until a line matches. */
async function see(bed: Bed, terminal: Terminal, command: string, line: RegExp): Promise<void> {
  const from = terminal.length
  await terminal.type(`${command}\r`)
  const fresh = () => terminal.text.slice(Math.max(0, terminal.text.length - (terminal.length - from)))
  await bed.eventually(fresh).toMatch(line)
}

describe.runIf(await canMakeNetworks())('guests in VPCs', () => {
  test('have their addresses, reach each other while rules allow it, and are reached at a floating address', async () => {
    const host = await NetnsBed.open()
    const bed = await openBed(host)
    try {
      const { networks } = bed.platform
      const declare = async (document: VpcDocument) => {
        await networks.ensureVpc(document)
        bed.desired = { ...bed.desired, vpcs: [document] }
      }
      const document = smallVpc(1, 1)
      const start = async (nic: number) => {
        const spec = { ...(await bed.machineSpec()), nics: [nicIn(document, nicOf(1, nic))] }
        return { spec, run: bed.start(spec) }
      }
      const early = await start(1)
      await expect(early.run).rejects.toMatchObject({ kind: 'transient' })
      await declare(document)
      const [web, db] = [early.spec, (await start(2)).spec]
      for (const spec of [web, db]) bed.keepMachine(spec, await bed.start(spec))
      const [webTerminal, dbTerminal] = await Promise.all([logIn(bed, web.id), logIn(bed, db.id)])
      await see(bed, webTerminal, ADDRESS, /inet 172\.30\.0\.5\/22/)
      await see(bed, dbTerminal, ADDRESS, /inet 172\.30\.0\.6\/22/)

      const answers = 'ping -c 1 -w 30 db.default && echo is an"swered"'
      await see(bed, webTerminal, answers, /^is answered/m)
      await declare(withRule(smallVpc(1, 2), { action: 'deny' }))
      await see(bed, webTerminal, 'ping -c 2 -w 2 172.30.0.6 || echo is den"ied"', /^is denied/m)
      await declare(smallVpc(1, 3))
      await see(bed, webTerminal, answers, /^is answered/m)

      const samples = new LatestSamples(bed.platform)
      const onWeb = { interface_id: nicOf(1, 1), instance_id: web.id }
      for (const metric of ['bytes_sent', 'bytes_received', 'packets_sent', 'packets_received'])
        await bed.eventually(() => samples.count(`instance_network_interface:${metric}`, onWeb)).toBeGreaterThan(0n)

      await webTerminal.type(serve('from-web', 22))
      expect(await host.reach(host.host, FLOATING, 22)).toBe('ENETUNREACH')
      await declare(withFloating(smallVpc(1, 4)))
      const reach = () => host.reach(host.host, FLOATING, 22, 20_000)
      await bed.eventually(reach).toBe('from-web')
      await bed.restart('killed')
      await bed.eventually(reach).toBe('from-web')
      await bed.platform.networks.ensureVpc(smallVpc(1, 5))
      expect(await host.reach(host.host, FLOATING, 22)).toBe('ENETUNREACH')
      await expect(bed.platform.networks.deleteVpc(document.id)).rejects.toMatchObject({ kind: 'transient' })
    } finally {
      await bed.site.dispose()
      await host.close()
    }
  }, 300_000)

  test('have the address of a deleted instance at once', async () => {
    const host = await NetnsBed.open()
    const bed = await openBed(host)
    try {
      const first = smallVpc(1, 1)
      const [nic, ...others] = first.nics
      const next = { ...nic!, id: nicOf(1, 3), mac: 'A8:40:25:00:01:03' }
      const second = smallVpc(1, 2, { nics: [next, ...others], externalAddresses: [] })
      for (const [document, id] of [
        [first, nicOf(1, 1)],
        [second, nicOf(1, 3)],
      ] as const) {
        await bed.platform.networks.ensureVpc(document)
        const spec = { ...(await bed.machineSpec()), nics: [nicIn(document, id)] }
        await bed.start(spec)
        const terminal = await logIn(bed, spec.id)
        await see(bed, terminal, ADDRESS, /inet 172\.30\.0\.5\/22/)
        expect(terminal.text).toContain(' 172.30.0.5/22 ')
        await bed.platform.instances.stop(spec.id)
      }
    } finally {
      await bed.site.dispose()
      await host.close()
    }
  }, 300_000)

  test('run as the only users that may open their links', async () => {
    const host = await NetnsBed.open()
    const bed = await openBed(host)
    try {
      const document = smallVpc(1, 1)
      await bed.platform.networks.ensureVpc(document)
      const spec = { ...(await bed.machineSpec()), nics: [nicIn(document, nicOf(1, 1))] }
      await bed.start(spec)
      const { run } = await (bed.site as QemuSite).folderOf(spec.id).readState()
      const status = await readFile(`/proc/${run!.process!.pid}/status`, 'utf8')
      expect(status).toMatch(new RegExp(`^Uid:\\s+${run!.user}\\s`, 'm'))
      expect(status).toMatch(/^CapEff:\s+0+$/m)
    } finally {
      await bed.site.dispose()
      await host.close()
    }
  })
})
