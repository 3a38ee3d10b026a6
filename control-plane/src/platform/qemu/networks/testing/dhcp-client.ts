import type { NetnsBed } from './netns-bed.ts'

const DHCP = { discover: 1, request: 3, decline: 4, release: 7 } as const

interface Message {
  type: keyof typeof DHCP
  /** The hardware address in the message, which may differ from the sender's. */
  mac: string
  /** Address of the sender; without it, the message is a broadcast from no address. */
  from?: string
  /** Code of an option, and its bytes in hexadecimal. */
  options?: Record<number, string>
}

const MAGIC = '63825363'
const macBytes = (mac: string) => mac.replaceAll(':', '').toLowerCase()
export const addressBytes = (ip: string) => Buffer.from(ip.split('.').map(Number)).toString('hex')
export const textBytes = (text: string) => Buffer.from(text).toString('hex')

function packetOf({ type, mac, from, options = {} }: Message, ciaddr: string): string {
  const all = { 53: `0${DHCP[type]}`, ...options }
  const tail = Object.entries(all).map(([code, hex]) => byte(Number(code)) + byte(hex.length / 2) + hex)
  // The last of the flags asks for a broadcast answer.
  const head = `0101060001020304${from ? '00000000' : '00008000'}${addressBytes(ciaddr)}${'00'.repeat(12)}${macBytes(mac)}`
  return `${head.padEnd(236 * 2, '0')}${MAGIC}${tail.join('')}ff`.padEnd(300 * 2, '0')
}

const byte = (value: number) => value.toString(16).padStart(2, '0')

/** Sends packets from a namespace and prints the first answer, or `silent`. */
const script = (family: 4 | 6, local: object, remote: object, packets: readonly string[], waits: boolean) => `
  const socket = require('dgram').createSocket({ type: 'udp${family}', reuseAddr: true })
  const { port, address } = ${JSON.stringify(remote)}
  const end = (text) => { console.log(text); process.exit() }
  socket.on('message', (data) => end(data.toString('hex')))
  socket.bind(${JSON.stringify(local)}, async () => {
    ${family === 4 ? 'socket.setBroadcast(true)' : ''}
    for (const packet of ${JSON.stringify(packets)})
      await new Promise((sent) => socket.send(Buffer.from(packet, 'hex'), port, address, sent))
    setTimeout(end, ${waits ? 3000 : 0}, 'silent')
  })`

async function exchange(bed: NetnsBed, namespace: string, text: string): Promise<string> {
  const lines = await bed.script(namespace, text)
  const { value } = await lines.next()
  // The next one needs its port.
  await lines.next()
  return value as string
}

/** Sends a message and resolves with the address of the answer, or `silent`. */
export async function askDhcp(bed: NetnsBed, namespace: string, message: Message): Promise<string> {
  const packet = packetOf(message, '0.0.0.0')
  const broadcast = { port: 67, address: '255.255.255.255' }
  const answer = await exchange(bed, namespace, script(4, { port: 68 }, broadcast, [packet], true))
  if (answer === 'silent') return answer
  const kind = Number.parseInt(/3501(..)/.exec(answer.slice(236 * 2))![1]!, 16)
  return kind === 6 ? 'refused' : [...Buffer.from(answer, 'hex').subarray(16, 20)].join('.')
}

/** Takes a lease as a client does that has none. */
export async function lease(
  bed: NetnsBed,
  namespace: string,
  mac: string,
  options: Record<number, string> = {},
): Promise<string> {
  const offered = await askDhcp(bed, namespace, { type: 'discover', mac, options })
  if (offered === 'silent') return offered
  const more = { 50: addressBytes(offered), 54: addressBytes('172.30.0.1') }
  return askDhcp(bed, namespace, { type: 'request', mac, options: { ...options, ...more } })
}

/** Sends a message that has no answer; `ciaddr` is the address that it is about. */
export async function tellDhcp(bed: NetnsBed, namespace: string, message: Message, ciaddr = '0.0.0.0'): Promise<void> {
  const local = { port: 68, ...(message.from && { address: message.from }) }
  const remote = { port: 67, address: message.from ? '172.30.0.1' : '255.255.255.255' }
  await exchange(bed, namespace, script(4, local, remote, [packetOf(message, ciaddr)], false))
}

/** Takes a DHCPv6 lease by rapid commit, for a client with this name; resolves with the address in hexadecimal. */
export async function lease6(bed: NetnsBed, namespace: string, duid: string): Promise<string> {
  const answer = await exchange(
    bed,
    namespace,
    script(6, { port: 546 }, SERVERS6, [message6(1, duid, ['000e0000'])], true),
  )
  return /0005001[8c](.{32})/.exec(answer)?.[1] ?? answer
}

export async function release6(bed: NetnsBed, namespace: string, duid: string, server: string, address: string) {
  const held = `00050018${address}${'00'.repeat(8)}`
  const packet = message6(8, duid, [option6(2, server)], held)
  await exchange(bed, namespace, script(6, { port: 546 }, SERVERS6, [packet], false))
}

const SERVERS6 = { port: 547, address: 'ff02::1:2%eth0' }
const option6 = (code: number, hex: string) =>
  byte(0) + byte(code) + (hex.length / 2).toString(16).padStart(4, '0') + hex
const message6 = (type: number, duid: string, options: readonly string[], held = '') =>
  `${byte(type)}010203${option6(1, duid)}${options.join('')}${option6(3, `00000001${'00'.repeat(8)}${held}`)}`
