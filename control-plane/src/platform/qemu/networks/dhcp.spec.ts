import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { VpcDocument } from '../../interface/networks.ts'
import { command } from './commands.ts'
import { addressBytes, askDhcp, lease, lease6, release6, tellDhcp, textBytes } from './testing/dhcp-client.ts'
import { canMakeNetworks, NetnsBed } from './testing/netns-bed.ts'
import { nicOf, smallVpc } from './testing/small-vpc.ts'

const [WEB, DB] = ['172.30.0.5', '172.30.0.6']

/** The VPC with these addresses, by the number of the interface. */
function withNics(generation: number, addresses: Record<number, string>): VpcDocument {
  const { nics, ...document } = smallVpc(1, generation, { externalAddresses: [] })
  const all = Object.entries(addresses).map(([nic, ip]) => ({
    ...nics[0]!,
    id: nicOf(1, Number(nic)),
    instanceId: nicOf(1, Number(nic)),
    mac: macOf(Number(nic)),
    ip,
  }))
  return { ...document, nics: all }
}
const macOf = (nic: number) => `A8:40:25:00:01:0${nic}`

describe.runIf(await canMakeNetworks())('DHCP of a VPC', () => {
  let bed: NetnsBed
  beforeEach(async () => {
    bed = await NetnsBed.open()
  })
  afterEach(() => bed.close())

  /** The guest of an interface, which has no address yet. */
  async function guest(document: VpcDocument, nic: number): Promise<string> {
    const namespace = await bed.guest(document, nicOf(1, nic))
    await bed.ip(namespace, 'address flush dev eth0 scope global', 'route add 255.255.255.255 dev eth0')
    return namespace
  }
  const file = (name: string) => readFile(join(bed.folder, 'vpcs', smallVpc(1, 1).id, name), 'utf8')

  test('an address that is given again is leased at once, also where two interfaces change places', async () => {
    const networks = bed.networks()
    const first = withNics(1, { 1: WEB, 2: DB })
    await networks.ensure(first)
    const [web, db] = [await guest(first, 1), await guest(first, 2)]
    await networks.ensure({ ...first, generation: 2 })
    expect([await lease(bed, web, macOf(1)), await lease(bed, db, macOf(2))]).toEqual([WEB, DB])

    const second = withNics(3, { 2: DB, 3: WEB })
    await networks.ensure(second)
    const next = await guest(second, 3)
    await networks.ensure({ ...second, generation: 4 })
    expect(await lease(bed, next, macOf(3))).toBe(WEB)
    expect(await lease(bed, db, macOf(2))).toBe(DB)

    await networks.ensure(withNics(5, { 2: WEB, 3: DB }))
    expect([await lease(bed, db, macOf(2)), await lease(bed, next, macOf(3))]).toEqual([WEB, DB])
  })

  test('a lease of an interface that left while there was no server is gone, others stay', async () => {
    const networks = bed.networks()
    const first = withNics(1, { 1: WEB, 2: DB })
    await networks.ensure(first)
    const [web, db] = [await guest(first, 1), await guest(first, 2)]
    await networks.ensure({ ...first, generation: 2 })
    expect([await lease(bed, web, macOf(1)), await lease(bed, db, macOf(2))]).toEqual([WEB, DB])

    await bed.networks().restore([withNics(3, { 2: DB })])
    expect(await file('leases')).toContain(DB)
    expect(await file('leases')).not.toContain(WEB)
  })

  test('is served in a namespace that was made again, and nowhere else', async () => {
    const networks = bed.networks()
    const document = withNics(1, { 1: WEB })
    await networks.ensure(document)
    const before = Number(await file('dnsmasq.pid'))
    await command('ip', ['netns', 'del', bed.namespaceOf(document)])
    expect(await networks.list()).toEqual([])
    await networks.ensure({ ...document, generation: 2 })
    const web = await guest(document, 1)
    await networks.ensure({ ...document, generation: 3 })
    expect(await lease(bed, web, macOf(1))).toBe(WEB)
    expect(() => process.kill(before, 0)).toThrow('ESRCH')
  })

  test('a DHCPv6 address that is given again is leased at once, and its lease is given back by nobody', async () => {
    const networks = bed.networks()
    const [own, ownBytes] = ['fd00:1:2::5', 'fd000001000200000000000000000005']
    const first = withNics(1, { 1: own, 2: 'fd00:1:2::6' })
    await networks.ensure(first)
    const [one, two] = [await guest(first, 1), await guest(first, 2)]
    await networks.ensure({ ...first, generation: 2 })
    await expect.poll(() => lease6(bed, one, '00030001a84025000101'), { timeout: 20_000 }).toBe(ownBytes)
    const server = /^duid (\S+)/m.exec(await file('leases'))![1]!.replaceAll(':', '')
    await release6(bed, two, '00030001a84025000101', server, ownBytes)
    await expect.poll(() => lease6(bed, two, '00030001a84025000102'), { timeout: 20_000 }).toMatch(/06$/)
    expect(await file('leases')).toContain(` ${own} `)

    const second = withNics(3, { 2: 'fd00:1:2::6', 3: own })
    await networks.ensure(second)
    const next = await guest(second, 3)
    await networks.ensure({ ...second, generation: 4 })
    await expect.poll(() => lease6(bed, next, '00030001a84025000103'), { timeout: 20_000 }).toBe(ownBytes)
  })

  test("a guest can neither take names nor end another's lease, whatever it says that it is", async () => {
    const networks = bed.networks()
    const document = withNics(1, { 1: WEB, 2: DB })
    await networks.ensure(document)
    const [web, db] = [await guest(document, 1), await guest(document, 2)]
    await networks.ensure({ ...document, generation: 2 })
    const client = { 61: textBytes('same') }
    expect(await lease(bed, web, macOf(1), { ...client, 12: textBytes('wpad') })).toBe(WEB)
    expect(await lease(bed, db, macOf(2), client)).toBe(DB)
    expect(await file('leases')).toMatch(/ 172\.30\.0\.5 \* /)

    await bed.ip(db, `address add ${DB}/22 dev eth0`)
    for (const mac of [macOf(1), macOf(2)]) {
      await tellDhcp(bed, db, { type: 'release', mac, from: DB, options: client }, WEB)
      await tellDhcp(bed, db, { type: 'decline', mac, options: { ...client, 50: addressBytes(WEB) } })
    }
    // An answer to what came later shows that dnsmasq has read all of it.
    await bed.ip(db, 'address flush dev eth0 scope global', 'route add 255.255.255.255 dev eth0')
    expect(await askDhcp(bed, db, { type: 'discover', mac: macOf(2) })).toBe(DB)
    expect(await file('leases')).toContain(` ${WEB} `)
    expect(await lease(bed, web, macOf(1))).toBe(WEB)
  })
})
