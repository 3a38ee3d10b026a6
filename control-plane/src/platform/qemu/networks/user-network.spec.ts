import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { onSite, rejects } from '../../conformance/bed.ts'
import { newId } from '../../conformance/declared.ts'
import type { PlatformUnderTest } from '../../conformance/platform-under-test.ts'
import { logIn } from '../../conformance/terminal.ts'
import type { InstanceNic } from '../../interface/instances.ts'
import { onQemu } from '../testing/qemu-site.ts'
import { endPrograms, newSocket } from './passt.ts'
import { smallVpc } from './testing/small-vpc.ts'

const timeout = onQemu.limitMs

const nic = (ip: string, prefixLength: number, mac: string): InstanceNic => ({
  id: newId(),
  name: mac,
  mac,
  ip,
  prefixLength,
  primary: true,
})

/** A TCP server of this host that counts its clients. */
async function listener(address: string): Promise<{ port: number; clients(): number }> {
  let clients = 0
  const server = createServer((socket) => {
    clients++
    socket.on('error', () => {})
    socket.end('hello\n')
  })
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { port, clients: () => clients }
}

function describeUserNetworks(under: PlatformUnderTest): void {
  const test = onSite(under)

  test('a guest has the chosen addresses, and reaches no address of the host', async (bed) => {
    const nics = [nic('172.30.0.9', 22, 'A8:40:25:F0:00:01'), nic('10.1.255.77', 16, 'A8:40:25:F0:00:02')]
    const { id, ...spec } = await bed.machineSpec()
    await bed.start({ ...spec, id, nics: [...nics, nic('fd00::5', 64, 'A8:40:25:F0:00:03')] })
    const terminal = await logIn(bed, id)
    await expect
      .poll(() => terminal.run(bed, 'ip -4 -o addr'), { timeout, interval: 500 })
      .toMatch(/eth0 +inet 172\.30\.0\.9\/22 [^]*eth1 +inet 10\.1\.255\.77\/16 /)

    const servers = [await listener('0.0.0.0'), await listener('127.0.0.1')]
    // A guest may add the route that DHCP does not offer.
    await terminal.run(bed, 'ip route add default via 172.30.0.1')
    const links = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
    const own = links.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
    const addresses = ['172.30.0.1', '172.30.0.2', '10.0.2.2', ...own].join(' ')
    const ports = servers.map(({ port }) => port).join(' ')
    // All at once: the host may have many addresses, and each attempt takes its two seconds.
    const attempt = 'nc -w 2 $a $p </dev/null && echo rea""ched'
    const all = `(for a in ${addresses}; do for p in ${ports}; do (${attempt}) & done; done; wait)`
    expect(await terminal.run(bed, all)).not.toMatch(/hello|reached/)
    expect(servers.map((server) => server.clients())).toEqual([0, 0])
  })

  test('a document that is no valid network is refused, and leaves the earlier one in force', async (bed) => {
    const { networks } = bed.platform
    const valid = smallVpc(1, 1)
    await networks.ensureVpc(valid)
    const broken = { ...valid, generation: 2, nics: valid.nics.map((one) => ({ ...one, ip: '172.30.0.5\n' })) }
    await rejects(networks.ensureVpc(broken), 'permanent')
    expect(await bed.site.controls.vpcInForce(valid.id)).toBe(1)
  })
}

describeUserNetworks(onQemu)

test('the folder of a socket whose programs were killed is deleted before a machine starts again', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'sockets-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  vi.stubEnv('TMPDIR', parent)
  onTestFinished(() => void vi.unstubAllEnvs())
  const [left, other] = [await newSocket(crypto.randomUUID()), await newSocket(crypto.randomUUID())]
  for (const socket of [left, other]) await writeFile(socket, '')
  // What has such a name and is no folder, and what is gone when it is looked into.
  await writeFile(dirname(other).replace(/.{6}$/, 'a_file'), '')
  await symlink(join(parent, 'gone'), dirname(other).replace(/.{6}$/, 'a_link'))
  await endPrograms(basename(left))
  const exists = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    )
  expect([await exists(dirname(left)), await exists(other)]).toEqual([false, true])
})
