import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { command, namespaceNames } from './commands.ts'
import { canMakeNetworks, HOST_ADDRESS, NetnsBed } from './testing/netns-bed.ts'
import { FLOATING, nicOf, openVpc, SHARED, smallVpc, withFloating, withRule } from './testing/small-vpc.ts'

/** Ports of PostgreSQL and of the control plane. */
const [SERVICE, API] = [5432, 12_220]

/** Sends a byte each 20 ms over one connection and prints how many came back. */
const STREAM = `
  const s = require('net').connect(22, '172.30.0.6', () => setInterval(() => s.write('x'), 20))
  let count = 0
  s.on('data', (data) => { count += data.length }).on('error', () => {})
  setInterval(() => console.log(count), 20)`

describe.runIf(await canMakeNetworks())('VPCs in network namespaces', () => {
  let bed: NetnsBed
  beforeEach(async () => {
    bed = await NetnsBed.open()
  })
  afterEach(() => bed.close())

  test('guests reach each other until a rule denies it, also over a connection that is open', async () => {
    const { networks, web, db } = await openVpc(bed, 1)
    await bed.echo(db, 22)
    await bed.echo(db, 80)
    expect(await bed.reach(web, '172.30.0.6', 80)).toBe('hello')
    const stream = await bed.script(web, STREAM)
    const next = async () => Number((await stream.next()).value)
    const grows = async () => {
      const first = await next()
      while ((await next()) <= first);
    }
    await grows()
    const tracked = async () =>
      (await conntrack(bed.namespaceOf(smallVpc(1, 1))))
        .split('\n')
        .filter((line) => line.includes('dport=22'))
        .map((line) => /sport=\d+/.exec(line)?.[0])
    const before = await tracked()
    await networks.ensure(withRule(smallVpc(1, 3), { action: 'deny', ports: [{ first: 80, last: 80 }] }))
    await grows()
    expect(await tracked()).toEqual(before)
    expect(await bed.reach(web, '172.30.0.6', 80)).toBe('silent')

    await networks.ensure(withRule(smallVpc(1, 4), { action: 'deny' }))
    // Packets on their way may still be counted, so it is read until it stays the same for half a second.
    let last = await next()
    for (let same = 0; same < 25; same += 1) {
      const now = await next()
      if (now !== last) same = 0
      last = now
    }
    expect(await bed.reach(web, '172.30.0.6', 22)).toBe('silent')
    await networks.ensure(smallVpc(1, 5))
    await grows()
  })

  test('a change that was cut off after what it removes is completed, as often as it is begun again', async () => {
    const networks = bed.networks()
    await networks.ensure(withFloating(smallVpc(1, 1)))
    const applied = join(bed.folder, 'vpcs', smallVpc(1, 1).id, 'applied.json')
    const { entries } = JSON.parse(await readFile(applied, 'utf8'))
    for (let round = 0; round < 3; round++) {
      await writeFile(applied, JSON.stringify({ generation: null, entries }))
      for (const line of ['neighbour del 172.30.0.5 dev br0', 'rule del priority 1001'])
        await command('ip', ['-n', bed.namespaceOf(smallVpc(1, 1)), ...line.split(' ')]).catch(() => {})
      const without = smallVpc(1, round + 2, { nics: [], externalAddresses: [] })
      await bed.networks().restore([without])
      const neighbours = await command('ip', ['-n', bed.namespaceOf(without), 'neighbour', 'show', 'nud', 'permanent'])
      expect(neighbours).not.toContain('172.30.0.5')
    }
  })

  test('the host reaches a floating address while it is attached, at the ports that rules allow', async () => {
    const { networks, web } = await openVpc(bed, 1)
    await bed.echo(web, 22)
    await bed.echo(web, 80)
    await networks.ensure(withFloating(smallVpc(1, 3)))
    expect(await bed.reach(bed.host, FLOATING, 22)).toBe('hello')
    expect(await bed.reach(bed.host, FLOATING, 80)).toBe('silent')
    await networks.ensure(smallVpc(1, 4))
    expect(await bed.reach(bed.host, FLOATING, 22)).toBe('ENETUNREACH')
  })

  test('instances of two VPCs share an external address and reach a third by its floating address', async () => {
    const networks = bed.networks()
    const [one, two] = [await openVpc(bed, 1, networks), await openVpc(bed, 2, networks)]
    await networks.ensure(withFloating(smallVpc(1, 3)))
    await bed.echo(one.web, 22)
    for (const guest of [one.db, two.web, two.db]) expect(await bed.reach(guest, FLOATING, 22)).toBe('hello')
    expect(await conntrack(bed.namespaceOf(smallVpc(1, 1)))).toContain(`src=${SHARED}`)
  })

  test('guests reach neither the host nor another VPC, and not with the address or MAC of another', async () => {
    const networks = bed.networks()
    const [one, two] = [await openVpc(bed, 1, networks), await openVpc(bed, 2, networks)]
    await networks.ensure(withFloating(smallVpc(1, 3)))
    for (const port of [API, SERVICE]) await bed.echo(bed.host, port)
    await bed.echo(one.db, 22)
    await bed.echo(two.db, 23)
    expect(await bed.reach(one.web, HOST_ADDRESS, SERVICE)).toBe('silent')
    expect(await bed.reach(two.web, HOST_ADDRESS, API)).toBe('silent')
    expect(await bed.reach(bed.host, HOST_ADDRESS, API)).toBe('hello')
    // The same private address is in both VPCs: each guest has its own behind it.
    expect(await bed.reach(one.web, '172.30.0.6', 22)).toBe('hello')
    expect(await bed.reach(one.web, '172.30.0.6', 23)).toBe('ECONNREFUSED')

    await bed.ip(one.web, 'address flush dev eth0', 'address add 172.30.0.9/22 dev eth0')
    expect(await bed.reach(one.web, '172.30.0.6', 22)).toMatch(/silent|EHOSTUNREACH/)
    await bed.ip(one.web, 'address flush dev eth0', 'address add 172.30.0.5/22 dev eth0')
    expect(await bed.reach(one.web, '172.30.0.6', 22)).toBe('hello')
    await bed.ip(one.web, 'link set eth0 address a8:40:25:00:00:99')
    expect(await bed.reach(one.web, '172.30.0.6', 22)).toMatch(/silent|EHOSTUNREACH/)
  })

  test('with an uplink, machines of its network reach a floating address and are reached from an instance', async () => {
    const { neighbour, uplink } = await bed.neighbour('203.0.113.200')
    const { networks, web, db } = await openVpc(bed, 1, bed.networks({ uplink }))
    await bed.echo(web, 22)
    for (const port of [80, SERVICE]) await bed.echo(port === 80 ? neighbour : bed.host, port)
    expect(await bed.reach(neighbour, FLOATING, 22)).not.toBe('hello')
    await networks.ensure(withFloating(smallVpc(1, 3)))
    await expect.poll(() => bed.reach(neighbour, FLOATING, 22)).toBe('hello')
    for (const guest of [web, db]) expect(await bed.reach(guest, '203.0.113.200', 80)).toBe('hello')
    expect(await bed.reach(web, HOST_ADDRESS, SERVICE)).toBe('silent')
    await networks.ensure(smallVpc(1, 4))
    expect(await bed.reach(neighbour, FLOATING, 22)).not.toBe('hello')
  })

  test('an uplink takes effect on networks from before there was one, and ends with the setting', async () => {
    const { neighbour, uplink } = await bed.neighbour('203.0.113.200')
    const { web } = await openVpc(bed, 1)
    await bed.echo(web, 22)
    const document = withFloating(smallVpc(1, 3))
    await bed.networks({ uplink }).restore([document])
    await expect.poll(() => bed.reach(neighbour, FLOATING, 22)).toBe('hello')
    await bed.networks().restore([document])
    expect(await bed.reach(neighbour, FLOATING, 22)).not.toBe('hello')
    await expect.poll(() => bed.reach(bed.host, FLOATING, 22)).toBe('hello')
  })

  test('an interface gets its address by DHCP, and another MAC none', async () => {
    const { web } = await openVpc(bed, 1)
    const ask = async (mac: string) => {
      const lines = await bed.script(web, discover(mac))
      const { value } = await lines.next()
      // The next one needs its port.
      await lines.next()
      return value as string
    }
    await bed.ip(web, 'address flush dev eth0', 'route add 255.255.255.255 dev eth0')
    expect(await ask('a84025000101')).toBe('172.30.0.5')
    expect(await ask('a84025000199')).toBe('silent')
  })

  test('a link that is given to a user can be opened by that user alone, and has its rules again', async () => {
    const networks = bed.networks()
    await networks.ensure(smallVpc(1, 1))
    const given = (await networks.giveLink(nicOf(1, 1), 4_000_001))!
    expect(given.namespace).toBe(bed.namespaceOf(smallVpc(1, 1)))
    const tap = async () => JSON.parse(await command('ip', ['-n', given.namespace, '-j', 'tuntap', 'show']))
    expect(await tap()).toContainEqual(expect.objectContaining({ ifname: given.link, user: 4_000_001 }))
    const before = await stateOf(given.namespace)
    await networks.giveLink(nicOf(1, 1), 4_000_002)
    expect(await tap()).toContainEqual(expect.objectContaining({ ifname: given.link, user: 4_000_002 }))
    expect(await stateOf(given.namespace)).toEqual(before)
    expect(await networks.giveLink(nicOf(9, 9), 4_000_001)).toBeUndefined()
  })

  test('a VPC with a machine is not removed, and is once the machine has ended', async () => {
    const networks = bed.networks()
    const document = smallVpc(1, 1)
    await networks.ensure(document)
    const machine = await bed.script(bed.namespaceOf(document), `console.log('up'); setInterval(() => {}, 1000)`)
    await machine.next()
    await expect(networks.remove(document.id)).rejects.toThrow('still run')
    await expect(networks.remove(document.id)).rejects.toThrow('still run')
    expect(await networks.list()).toEqual([{ vpcId: document.id, generation: 1 }])
    bed.endScripts()
    await expect.poll(() => networks.remove(document.id).catch((error: Error) => error.message)).toBeUndefined()
    expect(await namespaceNames()).not.toContain(bed.namespaceOf(document))
  })

  test('a VPC whose namespace or dnsmasq disappeared is in force again once it is declared', async () => {
    const { networks, web } = await openVpc(bed, 1)
    const document = smallVpc(1, 2)
    const configuration = join(bed.folder, 'vpcs', document.id, 'dnsmasq.pid')
    process.kill(Number(await readFile(configuration, 'utf8')), 'SIGKILL')
    await expect.poll(() => networks.list()).toEqual([])
    await networks.ensure(document)
    expect(await networks.list()).toEqual([{ vpcId: document.id, generation: 2 }])
    await bed.ip(web, 'address flush dev eth0', 'route add 255.255.255.255 dev eth0')
    const lines = await bed.script(web, discover('a84025000101'))
    expect((await lines.next()).value).toBe('172.30.0.5')
  })

  test('another process finds what one left behind, whatever it was doing, and removes the rest', async () => {
    const { web, db } = await openVpc(bed, 1)
    const other = bed.networks()
    await other.ensure(smallVpc(2, 1))
    await bed.echo(db, 22)
    // A process that ended within a change has left no generation, entries that nobody declared, and broken tables.
    const path = join(bed.folder, 'vpcs', smallVpc(1, 1).id, 'applied.json')
    const applied = JSON.parse(await readFile(path, 'utf8'))
    const stray = { tool: 'ip4', put: 'route replace blackhole 172.30.0.6/32', remove: 'route del 172.30.0.6/32' }
    await writeFile(path, JSON.stringify({ generation: null, entries: [...applied.entries, stray] }))
    const vpc = bed.namespaceOf(smallVpc(1, 1))
    await bed.ip(vpc, stray.put)
    await command('ip', ['netns', 'exec', vpc, 'nft', 'flush', 'ruleset'])
    await command('ip', ['netns', 'add', `skerry-${bed.tag}-${nicOf(9, 9)}`])

    const next = bed.networks()
    await next.restore([smallVpc(1, 7)])
    expect(await next.list()).toEqual([{ vpcId: smallVpc(1, 7).id, generation: 7 }])
    expect((await namespaceNames()).filter((name) => name.startsWith(`skerry-${bed.tag}`))).toEqual([vpc])
    expect(await bed.reach(web, '172.30.0.6', 22)).toBe('hello')

    await next.remove(smallVpc(1, 7).id)
    expect(await readdir(join(bed.folder, 'vpcs'))).toEqual([])
  })
})

/** Entries of the kernel in a namespace, without the numbers of links. */
async function stateOf(namespace: string): Promise<string[]> {
  const shown = [
    ['-n', namespace, 'neighbour', 'show', 'nud', 'permanent'],
    ['-n', namespace, 'route', 'show', 'table', 'all', 'type', 'unicast'],
  ]
  const texts = await Promise.all(shown.map((args) => command('ip', args)))
  const ports = (await command('bridge', ['-n', namespace, 'fdb', 'show', 'br', 'br0'])).split('\n')
  return [...texts.flatMap((text) => text.split('\n')), ...ports.filter((line) => line.endsWith('static'))].toSorted()
}

const conntrack = (namespace: string) => command('ip', ['netns', 'exec', namespace, 'cat', '/proc/net/nf_conntrack'])

/** Prints the address that DHCP offers to a MAC. */
const discover = (mac: string) => `
  const socket = require('dgram').createSocket('udp4')
  const packet = Buffer.alloc(300)
  packet.set([1, 1, 6, 0, 1, 2, 3, 4, 0, 0, 0x80, 0])
  packet.write('${mac}', 28, 'hex')
  packet.set([0x63, 0x82, 0x53, 0x63, 53, 1, 1, 255], 236)
  socket.on('message', (data) => { console.log([...data.subarray(16, 20)].join('.')); process.exit() })
  socket.bind(68, () => { socket.setBroadcast(true); socket.send(packet, 67, '255.255.255.255') })
  setTimeout(() => { console.log('silent'); process.exit() }, 2000)`
