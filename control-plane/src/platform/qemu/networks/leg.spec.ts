import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { VpcDocument } from '../../interface/networks.ts'
import { pidNamespace } from '../base/process-id.ts'
import { command, Namespace, namespaceNames } from './commands.ts'
import { removeTrials, tryLeg } from './leg-trial.ts'
import { LEG, LEG_TYPES, type LegType } from './leg.ts'
import { askerOf } from './resolving.ts'
import { DNS_SERVER, resolveName } from './testing/dns.ts'
import { canMakeNetworks, NetnsBed } from './testing/netns-bed.ts'
import { FLOATING, nicOf, SHARED, smallVpc, withFloating } from './testing/small-vpc.ts'

const UPLINK = 'brlan'
const [HOST, GATEWAY, OTHER] = ['203.0.113.1', '203.0.113.200', '203.0.113.201']
const SERVICE = 5432

/** What a firewall does that lets nothing in or through but answers, as those of Docker, ufw and firewalld. */
const FIREWALL = `table inet firewall {
  chain input { type filter hook input priority filter; policy drop; ct state established,related accept; }
  chain forward { type filter hook forward priority filter; policy drop; ct state established,related accept; }
}`

/** Those that this kernel makes: few have both. */
async function typesHere(): Promise<LegType[]> {
  const [bed, types] = [await NetnsBed.open(), [] as LegType[]]
  await bed.ip(bed.host, `link add ${UPLINK} type bridge`)
  for (const type of LEG_TYPES) {
    const isThere = await tryLeg(new Namespace(bed.host), { link: UPLINK, type }).catch(() => undefined)
    if (isThere) types.push(type)
  }
  await bed.close()
  return types
}
const types = (await canMakeNetworks()) ? await typesHere() : []

describe.runIf(await canMakeNetworks())('The edge in the network of an uplink', () => {
  let bed: NetnsBed
  let gateway: string
  let other: string
  beforeEach(async () => {
    bed = await NetnsBed.open()
    ;[gateway, other] = [`${bed.tag}-gateway`, `${bed.tag}-other`]
    await raiseUplink()
    for (const [namespace, address] of [
      [gateway, GATEWAY],
      [other, OTHER],
    ] as const) {
      await command('ip', ['netns', 'add', namespace])
      await bed.ip(bed.host, `link add lan-${address.slice(-1)} type veth peer name eth0 netns ${namespace}`)
      await bed.ip(bed.host, `link set lan-${address.slice(-1)} master ${UPLINK} up`)
      await bed.ip(namespace, 'link set lo up', 'link set eth0 up', `address add ${address}/24 dev eth0`)
      await bed.echo(namespace, 80)
    }
    await bed.echo(bed.host, SERVICE)
  })
  afterEach(() => bed.close())

  /** As a start of the host, or `ifup`, does. */
  async function raiseUplink(): Promise<void> {
    await bed.ip(bed.host, `link add ${UPLINK} type bridge`, `link set ${UPLINK} up`)
    await bed.ip(bed.host, `address add ${HOST}/24 dev ${UPLINK}`, `route add default via ${GATEWAY}`)
  }

  const macOf = async (namespace: string, link: string): Promise<string> =>
    JSON.parse(await command('ip', ['-n', namespace, '-j', 'link', 'show', link]))[0].address

  async function openVpc(
    uplinkType: LegType = types[0]!,
    document: VpcDocument = withFloating(smallVpc(1, 1)),
    resolver = OTHER,
  ) {
    const networks = bed.networks({ uplink: UPLINK, uplinkType, resolvers: [resolver] })
    await networks.ensure(document)
    const web = await bed.guest(document, nicOf(1, 1))
    await networks.ensure({ ...document, generation: 2 })
    await bed.echo(web, 22)
    return { networks, web }
  }
  const onHost = (file: string, ...args: string[]) => command('ip', ['netns', 'exec', bed.host, file, ...args])
  const inEdge = (...args: string[]) => command('ip', ['-n', `skerry.edge-${bed.tag}`, ...args])

  test.each(types)('is out of reach of what the host does with packets, by %s', async (type) => {
    const { web } = await openVpc(type)
    const traffic = async () => [
      await bed.reach(gateway, FLOATING, 22),
      await bed.reach(web, OTHER, 80),
      await bed.reach(bed.host, FLOATING, 22),
      await bed.reach(web, HOST, SERVICE),
    ]
    const all = ['hello', 'hello', 'hello', 'silent']
    expect(await traffic()).toEqual(all)
    await command('ip', ['netns', 'exec', bed.host, 'nft', '-f', '-'], FIREWALL)
    await onHost('sysctl', '-q', '-w', 'net.ipv4.ip_forward=0', `net.ipv4.conf.${UPLINK}.forwarding=0`)
    expect(await traffic()).toEqual(all)
    const tracked = (await onHost('cat', '/proc/net/nf_conntrack')).split('\n')
    expect(tracked.filter((line) => line.includes(GATEWAY) || line.includes(OTHER))).toEqual([])
    await onHost('nft', 'flush', 'ruleset')
    expect(await traffic()).toEqual(all)
    expect(await onHost('ip', 'neighbour', 'show', 'proxy')).toBe('')
  })

  test('leads questions of DNS servers past the host too, from an address of their VPC', async () => {
    const asked = await bed.script(other, DNS_SERVER)
    await asked.next()
    await command('ip', ['netns', 'exec', bed.host, 'nft', '-f', '-'], FIREWALL)
    const { web } = await openVpc(types[0]!, smallVpc(1, 1))
    expect(await resolveName(bed, web, 'a.example.com', { tries: 6, timeout: 5000 })).toBe('192.0.2.77')
    expect((await asked.next()).value).toBe(SHARED)
  })

  test('asks nothing for a machine of that network that pretends to be the DNS server of a VPC', async () => {
    const asked = await bed.script(gateway, DNS_SERVER)
    await asked.next()
    await openVpc(types[0]!, withFloating(smallVpc(1, 1)), GATEWAY)
    const asker = askerOf(smallVpc(1, 1).vni)
    await bed.ip(other, `address add ${asker}/32 dev lo`, `route add ${GATEWAY}/32 via ${FLOATING} src ${asker}`)
    const once = { tries: 1, timeout: 500 }
    expect(await resolveName(bed, other, 'a.example.com', once, GATEWAY)).toBe('ETIMEOUT')
    await bed.ip(other, `route del ${GATEWAY}/32 via ${FLOATING}`)
    expect(await resolveName(bed, other, 'b.example.com', {}, GATEWAY)).toBe('192.0.2.77')
    expect((await asked.next()).value).toBe(OTHER)
  })

  test('is there again after the uplink was made again, and while there is none the host reaches guests', async () => {
    const { networks, web } = await openVpc()
    await bed.ip(bed.host, `link del ${UPLINK}`)
    await networks.list()
    expect(await bed.reach(bed.host, FLOATING, 22)).toBe('hello')
    await raiseUplink()
    await bed.ip(bed.host, `link set lan-0 master ${UPLINK}`, `link set lan-1 master ${UPLINK}`)
    await networks.list()
    expect(await bed.reach(gateway, FLOATING, 22)).toBe('hello')
    expect(await bed.reach(web, OTHER, 80)).toBe('hello')
  })

  test('follows the addresses and routes of the host', async () => {
    const { networks, web } = await openVpc()
    await bed.ip(other, 'address add 198.51.100.9/32 dev lo')
    expect(await bed.reach(web, '198.51.100.9', 80)).not.toBe('hello')
    await bed.ip(bed.host, `route add 198.51.100.9/32 via ${OTHER}`, `address add 203.0.113.2/24 dev ${UPLINK}`)
    await networks.list()
    expect(await bed.reach(web, '198.51.100.9', 80)).toBe('hello')
    expect(await bed.reach(web, '203.0.113.2', SERVICE)).toBe('silent')
    expect(await bed.reach(bed.host, FLOATING, 22)).toBe('hello')
  })

  test.each([HOST, GATEWAY])('gives nobody %s, which the host or its gateway has', async (ip) => {
    const base = smallVpc(1, 1)
    const floating = { ...withFloating(base).externalAddresses.at(-1)!, ip }
    const { web } = await openVpc(types[0]!, { ...base, externalAddresses: [floating] })
    expect(await inEdge('address', 'show', 'dev', LEG)).not.toContain(`${ip}/`)
    expect(await bed.reach(bed.host, GATEWAY, 80)).toBe('hello')
    expect(await bed.reach(other, GATEWAY, 80)).toBe('hello')
    expect(await bed.reach(other, HOST, SERVICE)).toBe('hello')
    expect(await bed.reach(web, OTHER, 80)).toBe('silent')
  })

  test('is found at once by machines that knew the address elsewhere', async () => {
    const document = smallVpc(1, 1)
    const { networks } = await openVpc(types[0]!, document)
    await bed.ip(gateway, `neighbour replace ${FLOATING} lladdr 02:00:00:00:00:99 dev eth0 nud stale`)
    await networks.ensure(withFloating(smallVpc(1, 3)))
    expect(await bed.reach(gateway, FLOATING, 22)).toBe('hello')
  })

  test('is tried before: whether the link can be made, and the gateway answers it', async () => {
    const host = new Namespace(bed.host)
    expect(await tryLeg(host, { link: UPLINK, type: 'macvlan' })).toEqual([])
    const bound = `table bridge port { chain postrouting { type filter hook postrouting priority filter;
      oifname "lan-0" ether saddr != { ${await macOf(bed.host, UPLINK)}, ${await macOf(other, 'eth0')} } drop; }; }`
    await command('ip', ['netns', 'exec', bed.host, 'nft', '-f', '-'], bound)
    expect(await tryLeg(host, { link: UPLINK, type: 'macvlan' })).toEqual([GATEWAY])
    await expect(tryLeg(host, { link: 'lan-0', type: 'macvlan' })).rejects.toThrow('busy')
  })

  test('is tried without what a killed trial has left, and beside one that is going on', async () => {
    const [killed, living] = [spawn('sleep', ['1000']), spawn('sleep', ['1000'])]
    const [left, used] = [killed, living].map(({ pid }) => `skerry.try-${pidNamespace()}-${pid}`) as [string, string]
    const ofContainer = `skerry.try-1-${killed.pid}`
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    try {
      for (const name of [left, used, ofContainer]) await command('ip', ['netns', 'add', name])
      await tryLeg(new Namespace(bed.host), { link: UPLINK, type: 'macvlan' })
      const names = await namespaceNames()
      expect([left, used, ofContainer].map((name) => names.includes(name))).toEqual([false, true, true])
    } finally {
      living.kill('SIGKILL')
      await once(living, 'exit')
      await removeTrials()
      await command('ip', ['netns', 'del', ofContainer])
    }
    expect(await namespaceNames()).not.toContain(used)
  })

  test("takes nothing but the host's own connections from the host", async () => {
    await openVpc()
    const container = `${bed.tag}-container`
    await command('ip', ['netns', 'add', container])
    await bed.ip(bed.host, `link add docker0 type veth peer name eth0 netns ${container}`, 'link set docker0 up')
    await bed.ip(bed.host, 'address add 172.17.0.1/24 dev docker0')
    await bed.ip(
      container,
      'link set eth0 up',
      'address add 172.17.0.2/24 dev eth0',
      'route add default via 172.17.0.1',
    )
    await onHost('sysctl', '-q', '-w', 'net.ipv4.ip_forward=1')
    expect(await bed.reach(container, FLOATING, 22)).toBe('silent')
    expect(await bed.reach(bed.host, FLOATING, 22)).toBe('hello')
  })

  test('looks for few neighbors at a time, however many addresses a guest sends to', async () => {
    await bed.ip(bed.host, `route add 198.18.0.0/16 dev ${UPLINK}`)
    const { web } = await openVpc()
    const lines = await bed.script(
      web,
      `const socket = require('dgram').createSocket('udp4')
       const send = (at) => new Promise((done) => socket.send('x', 9, '198.18.' + (at >> 8) + '.' + (at & 255), done))
       ;(async () => { for (let at = 1; at <= 2000; at++) await send(at); console.log('sent') })()`,
    )
    await lines.next()
    const sought = (await inEdge('neighbour', 'show', 'nud', 'all', 'dev', LEG)).split('\n').length
    expect(sought).toBeGreaterThan(50)
    expect(sought).toBeLessThan(1000)
    expect(await bed.reach(web, OTHER, 80)).toBe('hello')
  })
})
