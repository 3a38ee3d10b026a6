import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startBenchPostgres } from './bench-postgres.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PASSWORD = 'a password for benchmarks'

export interface BenchServer {
  /** Address of the console and the API. */
  base: string
  /** Address of the bare page with the same API, if one was given. */
  bare: string
  databaseUrl: string
  /** The server's process. */
  pid: number
  /** Cookie of the first admin. */
  cookie: string
  /** Calls the API as the admin. */
  send<T>(method: string, path: string, body?: unknown): Promise<T>
  close(): Promise<void>
}

/** Resolves with the first line of a child's output that the pattern matches. */
export const lineOf = (child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString()
      const match = pattern.exec(text)
      if (match) resolve(match)
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)))
  })

export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

const undoings: (() => Promise<void>)[] = []
process.once('SIGTERM', async () => {
  // What the benchmark waits for fails now.
  process.on('uncaughtException', () => {})
  for (const undo of undoings.toReversed()) await undo().catch(console.error)
  process.exit(1)
})

/** Has something undone, the latest first, when the benchmark is ended before it is over. */
export const atTermination = (undo: () => Promise<void>): void => void undoings.push(undo)

/** A folder that the benchmark removes, or its end before it is over. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  atTermination(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Starts the real server in its own process, on its own PostgreSQL, which peers can use too.
 * @param barePage folder of a build that the same server serves at a second address
 * @param environment its further settings
 * @param beforeRemoval called when the server has ended and its data folder is still there
 */
export async function startBenchServer(
  barePage?: string,
  environment: Record<string, string> = {},
  beforeRemoval: (dataFolder: string) => Promise<void> = async () => {},
): Promise<BenchServer> {
  const { url: databaseUrl, folder, stop } = await startBenchPostgres()
  const data = join(folder, 'data')
  const entry = barePage ? 'bench/two-sites.ts' : 'control-plane/src/main.node.ts'
  const server = spawn(process.execPath, [join(root, entry)], {
    env: {
      ...process.env,
      ...(barePage && { BARE_PAGE: barePage }),
      DATABASE_URL: databaseUrl,
      SKERRY_DATA: data,
      SKERRY_PLATFORM: 'simulator',
      SKERRY_PORT: '0',
      SKERRY_OPS_PORT: '0',
      SKERRY_ADMIN_PASSWORD: PASSWORD,
      SKERRY_LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const close = async () => {
    await ended(server)
    await beforeRemoval(data)
    await stop()
  }
  // A benchmark that fails, or takes too long, must not leave its server behind.
  process.once('exit', () => server.kill())
  atTermination(close)
  const [, base = '', bare = ''] = await lineOf(server, /(http:\/\/localhost:\d+)(?: (http:\/\/localhost:\d+))?/)
  const login = await fetch(`${base}/v1/login/default/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  return {
    base,
    bare,
    databaseUrl,
    pid: server.pid ?? 0,
    cookie,
    async send<T>(method: string, path: string, body?: unknown): Promise<T> {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return (text ? JSON.parse(text) : undefined) as T
    },
    close,
  }
}
