import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../tools/lib/repository.ts'
import { serveFolder } from '../tools/mock/static-host.ts'

const entry = fileURLToPath(new URL('../control-plane/src/main.node.ts', import.meta.url))

/** Also that of the mock build's users. */
export const demoPassword = 'preview'

export const admin = { username: 'admin', password: demoPassword }

interface RunningServer {
  address: string
  /** Of health and metrics. */
  ops: string
  /** Its data folder. */
  data: string
  /** @param beforeRemoval called when the server has ended and its data are still there */
  end: (beforeRemoval?: () => Promise<void>) => Promise<void>
}

/** Starts a real server on a free port with its own data, simulated unless flags say otherwise. @param args flags of its command line */
export async function runServer(...args: string[]): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), 'skerry-e2e-'))
  const { DATABASE_URL: _, ...environment } = process.env
  const server = spawn(process.execPath, [entry, ...args], {
    env: {
      ...environment,
      SKERRY_PORT: '0',
      SKERRY_OPS_PORT: '0',
      SKERRY_DATA: data,
      SKERRY_PLATFORM: 'simulator',
      SKERRY_ADMIN_PASSWORD: admin.password,
      SKERRY_DEMO_PASSWORD: demoPassword,
      SKERRY_LOG_LEVEL: 'warn',
      // The same on all hosts.
      SKERRY_ACCELERATOR: 'tcg',
      // Alert receivers run on this machine.
      SKERRY_OUTBOUND_NETWORKS: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const [address, ops] = await new Promise<[string, string]>((resolve, reject) => {
    let printed = ''
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const [, found, health] = /running at (\S+)\s[^]*Health and metrics: (\S+)\s/.exec(printed) ?? []
      if (found && health) resolve([found, health])
    })
    void ended.then(() => reject(new Error(`The server ended before it was ready: ${printed}`)))
  })
  const end = async (beforeRemoval?: () => Promise<void>) => {
    server.kill('SIGTERM')
    await ended
    await beforeRemoval?.()
    await rm(data, { recursive: true, force: true })
  }
  return { address, ops, data, end }
}

/** Starts one server for the whole run, and serves the mock build if tests use it. @returns a function that ends both */
export default async function startServer(): Promise<() => Promise<void>> {
  if (process.env.SKERRY_E2E_MOCK) {
    const port = await serveFolder(join(root, 'dist', 'mock'), { base: '/', port: 0 })
    process.env.SKERRY_E2E_MOCK_ADDRESS = `http://localhost:${port}`
  }
  if (process.env.SKERRY_E2E_MOCK === 'all') return async () => {}
  const { address, end } = await runServer()
  process.env.SKERRY_E2E_ADDRESS = address
  return end
}
