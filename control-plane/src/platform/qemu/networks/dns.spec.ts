import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { command } from './commands.ts'
import { DNS_SERVER, resolveName } from './testing/dns.ts'
import { canMakeNetworks, HOST_ADDRESS, NetnsBed } from './testing/netns-bed.ts'
import { openVpc, SHARED, smallVpc } from './testing/small-vpc.ts'

describe.runIf(await canMakeNetworks())('DNS of VPCs in network namespaces', () => {
  let bed: NetnsBed
  beforeEach(async () => {
    bed = await NetnsBed.open()
  })
  afterEach(() => bed.close())

  const resolve = (namespace: string, name: string, options = {}, server = '172.30.0.1') =>
    resolveName(bed, namespace, name, options, server)

  test('names of the VPC resolve at its gateway, and others do not', async () => {
    const { networks, web } = await openVpc(bed, 1)
    const ask = (name: string) => resolve(web, name)
    expect(await ask('db.default')).toBe('172.30.0.6')
    expect(await ask('other.default')).toBe('ENOTFOUND')
    expect(await ask('example.com')).toBe('EREFUSED')
    await networks.ensure({
      ...smallVpc(1, 3),
      dns: { domain: 'default', hosts: [{ name: 'new', addresses: ['172.30.0.6'] }] },
    })
    await expect.poll(() => ask('new.default')).toBe('172.30.0.6')
    expect(await ask('db.default')).toBe('ENOTFOUND')
  })

  test('other names are looked up at resolvers: of each VPC for itself, and for nobody who pretends to be one', async () => {
    const { neighbour, uplink } = await bed.neighbour('203.0.113.200')
    await bed.ip(bed.host, `address add 203.0.113.1/32 dev ${uplink}`)
    const asked = await bed.script(neighbour, DNS_SERVER)
    await asked.next()
    const networks = bed.networks({ uplink, resolvers: ['203.0.113.200'] })
    const [one, two] = [await openVpc(bed, 1, networks), await openVpc(bed, 2, networks)]
    const names = Array.from({ length: 10 }, (_, at) => `n${at}.example.com`)
    const answers = await Promise.all(
      [one.web, two.db].flatMap((guest) => names.map((name) => resolve(guest, name, { tries: 6, timeout: 5000 }))),
    )
    expect(new Set(answers)).toEqual(new Set(['192.0.2.77']))
    for (let at = 0; at < answers.length; at++) expect((await asked.next()).value).toBe(SHARED)
    expect(await resolve(one.web, 'db.default')).toBe('172.30.0.6')

    const asker = '240.0.3.233'
    expect(await command('ip', ['-n', bed.namespaceOf(smallVpc(1, 1)), 'address', 'show', 'lo'])).toContain(asker)
    await bed.ip(two.web, `address add ${asker}/32 dev lo`, `route replace default via 172.30.0.1 src ${asker}`)
    expect(await resolve(two.web, 'a.example.com', { tries: 1, timeout: 500 }, '203.0.113.200')).toBe('ETIMEOUT')

    await bed.networks({ uplink }).restore([smallVpc(1, 3), smallVpc(2, 3)])
    expect(await resolve(one.web, 'b.example.com')).toBe('EREFUSED')
  })

  test('the host itself can be the resolver, and is reached by nothing else', async () => {
    const asked = await bed.script(bed.host, DNS_SERVER)
    await asked.next()
    const { web } = await openVpc(bed, 1, bed.networks({ resolvers: [HOST_ADDRESS] }))
    expect(await resolve(web, 'a.example.com', { tries: 6, timeout: 5000 })).toBe('192.0.2.77')
    expect((await asked.next()).value).toMatch(/^241\./)
    expect(await resolve(web, 'a.example.com', { tries: 1, timeout: 500 }, HOST_ADDRESS)).toBe('ETIMEOUT')
  })
})
