import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { command } from './commands.ts'
import { canMakeNetworks, NetnsBed } from './testing/netns-bed.ts'
import { nicOf, smallVpc } from './testing/small-vpc.ts'

/** A DNS question, which the VPC's server answers. */
const QUESTION = '0001010000010000000000000264620764656661756c740000010001'
const numbers = Array.from({ length: 300 }, (_, at) => at)
const transit4 = numbers.map((at) => `172.30.${2 + (at >> 8)}.${at & 255}`)
const transit6 = numbers.map((at) => `fd00:1:2::1:${(at + 1).toString(16)}`)
const linkLocal = numbers.map((at) => `fe80::1:${(at + 1).toString(16)}%eth0`)
/** From the address of its bridge. */
const GATEWAY6 = 'fe80::73:6bff:fe00:fe%eth0'

/** Sends a question for each pair of a source and a target. */
const questions = (family: 4 | 6, pairs: readonly (readonly [string, string])[]) => `
  const { createSocket } = require('dgram')
  const send = ([source, target]) => new Promise((done) => {
    const socket = createSocket('udp${family}')
    socket.on('error', done)
    socket.bind(0, source, () => socket.send(Buffer.from('${QUESTION}', 'hex'), 53, target, done))
  })
  const pairs = ${JSON.stringify(pairs)}
  ;(async () => {
    for (const pair of pairs) await send(pair)
    console.log('sent')
    setInterval(() => {}, 1000)
  })()`

describe.runIf(await canMakeNetworks())('A guest that sends from many addresses', () => {
  let bed: NetnsBed
  let guests: string[]
  let vpc: string
  beforeEach(async () => {
    bed = await NetnsBed.open()
    const { nics, ...rest } = smallVpc(1, 1, { externalAddresses: [] })
    const transitIps = ['172.30.2.0/23', 'fd00:1:2::1:0/112']
    const ips = ['172.30.0.5', 'fd00:1:2::5', 'fd00:1:2::6']
    const all = ips.map((ip, at) => {
      const [id, mac] = [nicOf(1, at + 1), `A8:40:25:00:01:0${at + 1}`]
      return { ...nics[0]!, id, instanceId: id, mac, ip, transitIps }
    })
    const document = { ...rest, nics: all }
    const networks = bed.networks()
    await networks.ensure(document)
    guests = []
    for (const { id } of all) guests.push(await bed.guest(document, id))
    await networks.ensure({ ...document, generation: 2 })
    vpc = bed.namespaceOf(document)
  })
  afterEach(() => bed.close())

  /** What the kernel has learned in the VPC, beside what it was given. */
  async function learned(family: '-4' | '-6'): Promise<string[]> {
    const lines = (await command('ip', ['-n', vpc, family, 'neighbour', 'show', 'nud', 'all', 'dev', 'br0'])).split(
      '\n',
    )
    return lines.filter((line) => line && !/PERMANENT|NOARP/.test(line))
  }

  async function flood(guest: string, family: 4 | 6, pairs: readonly (readonly [string, string])[]): Promise<void> {
    const sources = [...new Set(pairs.map(([source]) => source.replace('%eth0', '')))]
    const suffix = family === 6 ? '/64 dev eth0 nodad' : '/32 dev eth0'
    await bed.ip(guest, ...sources.map((source) => `address replace ${source}${suffix}`))
    await (await bed.script(guest, questions(family, pairs))).next()
  }

  test('is answered, and takes no place among the neighbors of the host', async () => {
    const [web] = guests
    const targets = numbers.map((at) => `172.30.${at >> 8}.${at & 255 || 1}`)
    await flood(
      web!,
      4,
      transit4.flatMap(
        (source, at) =>
          [
            [source, targets[at]!],
            [source, '172.30.0.1'],
          ] as const,
      ),
    )
    const resolved = async () => (await command('ip', ['-n', web!, 'neighbour', 'show', '172.30.0.77'])).trim()
    await expect.poll(resolved).toContain('lladdr')
    expect(await learned('-4')).toEqual([])
  })

  test('takes few places among those of IPv6, and another guest has the ones that it needs', async () => {
    const [, one, two] = guests
    const target = (at: number) => `fd00:1:2::7:${(at + 1).toString(16)}`
    await flood(
      one!,
      6,
      linkLocal.map((source) => [source, GATEWAY6] as const),
    )
    await flood(
      one!,
      6,
      transit6.flatMap(
        (source, at) =>
          [
            [source, target(at)],
            [source, 'fd00:1:2::1'],
          ] as const,
      ),
    )
    await flood(two!, 6, [['fe80::2:1%eth0', GATEWAY6]])
    await expect.poll(async () => (await learned('-6')).filter((line) => line.startsWith('fe80::2:1 '))).toHaveLength(1)
    const places = (await learned('-6')).length
    expect(places).toBeGreaterThan(1)
    expect(places).toBeLessThan(50)
  })

  test('finds larger tables than the kernel has by default', async () => {
    for (const family of ['ipv4', 'ipv6'])
      expect(Number(await readFile(`/proc/sys/net/${family}/neigh/default/gc_thresh3`, 'utf8'))).toBeGreaterThan(30_000)
  })

  test('takes none of the answers to pings of another', async () => {
    const ping = (guest: string, ...args: string[]) =>
      command('ip', ['netns', 'exec', guest, 'sh', '-c', `busybox ping -6 ${args.join(' ')} fd00:1:2::1; true`])
    const [, one, two] = guests
    await ping(one!, '-c', '1')
    // Adaptive: each answer has the next one sent, far more than are answered in a second.
    const flooding = Promise.all([1, 2, 3].map(() => ping(one!, '-A', '-c', '400', '-w', '5')))
    expect(await ping(two!, '-c', '20', '-i', '0.1', '-w', '10')).toContain(' 20 packets received')
    expect((await flooding).join()).not.toContain(' 0% packet loss')
  })
})
