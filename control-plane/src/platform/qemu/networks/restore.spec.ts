import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { VpcDocument } from '../../interface/networks.ts'
import { command, namespaceNames } from './commands.ts'
import { canMakeNetworks, NetnsBed } from './testing/netns-bed.ts'
import { smallVpc, withFloating } from './testing/small-vpc.ts'

/** The ports of a shared address are enough for two of these VPCs. */
const NO_WAY_OUT = { externalAddresses: [] }

describe.runIf(await canMakeNetworks())('Restored networks are results of their own:', () => {
  let bed: NetnsBed
  beforeEach(async () => {
    bed = await NetnsBed.open()
  })
  afterEach(() => bed.close())

  const inForce = (...documents: readonly VpcDocument[]) =>
    documents.map(({ id, generation }) => ({ vpcId: id, generation }))

  test('a VPC that is not declared and has a process is left alone', async () => {
    const [unknown, other, empty] = [smallVpc(1, 1), smallVpc(2, 1), smallVpc(3, 1, NO_WAY_OUT)]
    const before = bed.networks()
    for (const document of [unknown, empty]) await before.ensure(document)
    const machine = await bed.script(bed.namespaceOf(unknown), 'setInterval(() => console.log("runs"), 20)')
    await machine.next()
    const networks = bed.networks()
    expect(await networks.restore([other])).toEqual({
      failed: [],
      kept: [{ vpcId: unknown.id, reason: expect.stringContaining('still run') }],
    })
    expect(await networks.list()).toEqual(inForce(other))
    const names = await namespaceNames()
    expect([unknown, other, empty].map((one) => names.includes(bed.namespaceOf(one)))).toEqual([true, true, false])
    expect(await machine.next()).toEqual({ done: false, value: 'runs' })
    await networks.ensure(smallVpc(4, 1, NO_WAY_OUT))
  })

  /** Lets whoever reads the id of its DHCP server wait, until the returned function is called. */
  async function hold({ id }: VpcDocument): Promise<() => Promise<void>> {
    const file = join(bed.folder, 'vpcs', id, 'dnsmasq.pid')
    const pid = await readFile(file)
    await rm(file)
    await command('mkfifo', [file])
    return async () => {
      // Opens when somebody reads there.
      await using reader = await open(file, 'w')
      await rm(file)
      await writeFile(file, pid)
      await reader.writeFile(pid)
    }
  }

  test('one that takes long delays no other one, nor the links of others', async () => {
    const [slow, other] = [smallVpc(1, 1), smallVpc(2, 1)]
    const networks = bed.networks()
    await networks.restore([slow])
    const next = bed.networks()
    const goOn = await hold(slow)
    const restored = next.restore([slow, other])
    const served = () => readFile(join(bed.folder, 'vpcs', other.id, 'dnsmasq.pid'), 'utf8').catch(() => '')
    await expect.poll(served, { timeout: 60_000 }).toMatch(/\d/)
    await goOn()
    expect(await restored).toEqual({ failed: [], kept: [] })

    const goOnAgain = await hold(slow)
    const changed = next.ensure({ ...slow, generation: 2 })
    const namespace = bed.namespaceOf(other)
    expect(await next.giveLink(other.nics[0]!.id, 1_900_000_000)).toMatchObject({ namespace })
    await goOnAgain()
    await changed
    expect(await next.list()).toEqual(expect.arrayContaining(inForce({ ...slow, generation: 2 }, other)))
  })

  test('one whose DHCP server does not start keeps no other away', async () => {
    const [broken, other] = [smallVpc(1, 1), smallVpc(2, 1)]
    await bed.networks().ensure(broken)
    const file = join(bed.folder, 'vpcs', broken.id, 'dnsmasq.conf')
    await rm(file)
    await mkdir(file)
    const networks = bed.networks()
    expect(await networks.restore([broken, other])).toEqual({
      failed: [{ vpcId: broken.id, reason: expect.stringContaining('EISDIR') }],
      kept: [],
    })
    expect(await networks.list()).toEqual(inForce(other))
    await expect(networks.ensure(broken)).rejects.toThrow('EISDIR')
    await networks.ensure({ ...withFloating(other), generation: 2 })
  })

  test('one with addresses that another has does not keep the edge from changing', async () => {
    const [first, other] = [smallVpc(1, 1), smallVpc(2, 1)]
    const { externalAddresses } = first
    const twice = {
      ...smallVpc(3, 1),
      externalAddresses: externalAddresses.map((one, at) => ({
        ...one,
        instanceId: smallVpc(3, 1).nics[at]!.instanceId,
      })),
    }
    const networks = bed.networks()
    const { failed } = await networks.restore([first, twice, other])
    expect(failed).toEqual([{ vpcId: twice.id, reason: expect.stringContaining('nft') }])
    expect(await networks.list()).toEqual(inForce(first, other))
    await expect(networks.ensure({ ...twice, generation: 2 })).rejects.toThrow('nft')
    const changed = { ...withFloating(other), generation: 2 }
    await networks.ensure(changed)
    expect(await networks.list()).toEqual(inForce(first, changed))
  })
})
