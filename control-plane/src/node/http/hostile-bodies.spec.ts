import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { scratchFolder, startServer } from '../testing/server.ts'

const PASSWORD = 'correct horse battery'
const MiB = 2 ** 20
/** More than a ping takes on a machine that is busy with other things, and less than a body that holds the loop. */
const MAX_PING_MS = 5_000

const fill = (begin: string, part: string, bytes: number) => begin + part.repeat((bytes - begin.length) / part.length)
const instanceNamed = (hostname: string) =>
  JSON.stringify({ name: 'a', description: '', hostname, ncpus: 1, memory: 2 ** 30 })
const blocks = '/v1/disks/7d7a8a6c-8f0a-4c9f-9d3c-0d1c6f1f0a11/bulk-write'

/** Each once as large as it was when it ended a server, and once as large as its operation takes. */
const BODIES: [path: string, body: string][] = [
  ['/v1/projects', `[${'{}'.repeat(5_200_000)}`],
  ['/v1/projects', `{${'"":[]'.repeat(2_080_000)}`],
  ['/v1/instances?project=none', instanceNamed('a'.repeat(10_000_000))],
  ['/v1/projects', fill('[', '{},', MiB)],
  ['/v1/projects', fill('[', '[', MiB)],
  ['/v1/projects', fill('{', '"":[],', MiB)],
  ['/v1/instances?project=none', instanceNamed('a'.repeat(MiB - 200))],
  [blocks, fill('[', '{}', 8 * MiB)],
  [blocks, fill('{', '"":[]', 8 * MiB)],
  [blocks, fill('[', '{},', 8 * MiB)],
]

test(
  'bodies made to hold or end a server are refused, and it answers others meanwhile',
  { timeout: 300_000 },
  async () => {
    using data = scratchFolder()
    await using server = startServer({
      NODE_OPTIONS: '--max-old-space-size=1024',
      SKERRY_DATA: data.path,
      SKERRY_ADMIN_PASSWORD: PASSWORD,
      SKERRY_LOG_LEVEL: 'error',
    })
    const address = await server.ready
    const json = { 'content-type': 'application/json' }
    const login = await fetch(`${address}/v1/login/default/local`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    })
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!

    let ended = false
    const pinging = pingUntil(address, () => ended)
    try {
      for (const [path, body] of BODIES) {
        const answer = await fetch(address + path, { method: 'POST', headers: { ...json, cookie }, body })
        expect([path, answer.status]).toEqual([path, 400])
        expect(await answer.json()).toMatchObject({ request_id: expect.any(String), message: expect.any(String) })
      }
      const answers = await Promise.all(Array.from({ length: 800 }, () => dripped(new URL(address))))
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"message":"Request Timeout"/)
    } finally {
      ended = true
    }
    expect(await pinging).toBeLessThan(MAX_PING_MS)
    expect((await fetch(`${address}/v1/projects`, { headers: { cookie } })).status).toBe(200)
  },
)

/** The longest that a ping took, in milliseconds. */
async function pingUntil(address: string, ended: () => boolean): Promise<number> {
  let longest = 0
  while (!ended()) {
    const started = performance.now()
    expect((await fetch(`${address}/v1/ping`)).status).toBe(200)
    longest = Math.max(longest, performance.now() - started)
    await delay(20)
  }
  return longest
}

/** What is answered to a sign-in, for which nobody has to be known, of whose body a byte comes now and then. */
function dripped({ port, host }: URL): Promise<string> {
  const head = `POST /v1/login/default/local HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${head}Content-Length: 10000\r\n\r\n{`))
    const timer = setInterval(() => socket.write(' '), 5_000)
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    // A byte in flight when the server ended the connection.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(answer)
    })
  })
}
