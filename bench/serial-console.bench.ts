import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import { startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * 10 MB of a machine's output through the serial console: every byte in order, and the throughput against a bare
 * WebSocket server that sends the same bytes in pieces of 32 KiB.
 */
const LINES = size(1_300_000, 20_000)
const ROUNDS = size(5, 1)
const LEAST = 0.5
const expected = Array.from({ length: LINES }, (_, i) => `${i + 1}\r\n`).join('')
const megabytes = expected.length / 1e6

const server = await startBenchServer()
await server.send('POST', '/v1/projects', { name: 'bench', description: '' })
await server.send('POST', '/v1/instances?project=bench', {
  name: 'talker',
  description: '',
  hostname: 'talker',
  ncpus: 1,
  memory: 2 ** 30,
  network_interfaces: { type: 'none' },
})
for (let state = ''; state !== 'running';) {
  ;({ run_state: state } = await server.send<{ run_state: string }>('GET', '/v1/instances/talker?project=bench'))
  await new Promise((resolve) => setTimeout(resolve, 200))
}

/** Collects the text of a socket. `until` resolves with all of it once it contains a text. */
function reader(socket: WebSocket) {
  let parts: string[] = []
  let tail = ''
  let wanted: { text: string; resolve: (all: string) => void } | undefined
  socket.on('message', (data) => {
    const text = data.toString()
    parts.push(text)
    tail = (tail + text).slice(-200)
    if (!wanted || !tail.includes(wanted.text)) return
    wanted.resolve(parts.join(''))
    parts = []
    tail = ''
    wanted = undefined
  })
  return (text: string) => new Promise<string>((resolve) => (wanted = { text, resolve }))
}

async function throughConsole(): Promise<number> {
  const address = `${server.base.replace('http', 'ws')}/v1/instances/talker/serial-console/stream?project=bench&most_recent=0`
  const socket = new WebSocket(address, { headers: { cookie: server.cookie } })
  const until = reader(socket)
  await once(socket, 'open')
  let seen = until('$ ')
  socket.send(Buffer.from('bench\r'))
  socket.send(Buffer.from('\r'))
  await seen
  seen = until(`\n${LINES}\r\n`) // not the echo of the command
  const started = performance.now()
  socket.send(Buffer.from(`seq ${LINES}\r`))
  const text = await seen
  const seconds = (performance.now() - started) / 1000
  const at = text.indexOf('1\r\n2\r\n')
  if (text.slice(at, at + expected.length) !== expected) throw new Error('bytes were lost, doubled or out of order')
  socket.close()
  await once(socket, 'close')
  return megabytes / seconds
}

const bytes = Buffer.from(expected)
const bareServer = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
bareServer.on('connection', async (socket) => {
  for (let at = 0; at < bytes.length; at += 32_768)
    await new Promise<void>((resolve) => socket.send(bytes.subarray(at, at + 32_768), () => resolve()))
})
await once(bareServer, 'listening')
async function bare(): Promise<number> {
  const started = performance.now()
  const socket = new WebSocket(`ws://127.0.0.1:${(bareServer.address() as AddressInfo).port}`)
  await reader(socket)(`\n${LINES}\r\n`)
  const seconds = (performance.now() - started) / 1000
  socket.close()
  return megabytes / seconds
}

const ratios: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const theirs = await bare()
  const ours = await throughConsole()
  console.log(`        ${ours.toFixed(1)} MB/s, bare ${theirs.toFixed(1)} MB/s`)
  ratios.push(ours / theirs)
}
const ratio = median(ratios)
report(
  `serial console, ${megabytes.toFixed(1)} MB in order without a lost byte, against a bare WebSocket`,
  ratio.toFixed(2),
  `at least ${LEAST}`,
  ratio >= LEAST,
)
bareServer.close()
await server.close()
