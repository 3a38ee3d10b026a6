import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../main.node.ts', import.meta.url))

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface ServerProcess {
  pid: number
  ended: Promise<Ended>
  /** Resolves to the console's address once it is printed; rejects with the output when the process ends instead. */
  ready: Promise<string>
  /** The same for the operator's listener: `http://localhost:9464/_ops/`. */
  opsReady: Promise<string>
  kill(signal: NodeJS.Signals): void
  /** Its output so far, to explain a failed test. */
  output(): string
  /** Stops it, if the test has not. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * The server as a process of its own, on free ports and simulated unless `environment` or `args` say otherwise.
 * @param program its entry, where it is not this repository's
 * @param prefix a command that becomes the server in the end
 */
export function startServer(
  environment: Record<string, string>,
  args: string[] = [],
  program = entry,
  prefix: string[] = [],
  node = process.execPath,
): ServerProcess {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const usual = { SKERRY_PORT: '0', SKERRY_OPS_PORT: '0', SKERRY_PLATFORM: 'simulator' }
  const [command, ...rest] = [...prefix, node, program, ...args]
  const child = spawn(command!, rest, {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...usual, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { stdout: '', stderr: '' }
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text))
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, ...printed })),
  )
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text))
  const address = (pattern: RegExp) => {
    const found = new Promise<string>((resolve, reject) => {
      child.stdout.on('data', () => {
        const match = pattern.exec(printed.stdout)?.[1]
        if (match) resolve(match)
      })
      void ended.then((end) => reject(new Error(`It ended with ${end.code}: ${end.stdout}${end.stderr}`)))
    })
    found.catch(() => undefined)
    return found
  }
  const ready = address(/running at (\S+)\s/)
  const opsReady = address(/Health and metrics: (\S+)\s/)
  return {
    pid: child.pid!,
    ended,
    ready,
    opsReady,
    kill: (signal) => child.kill(signal),
    output: () => printed.stdout + printed.stderr,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A folder for one test, deleted at its end. */
export function scratchFolder(): { path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'skerry-node-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

export const postgresPid = (data: string): number =>
  Number.parseInt(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8'), 10)

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
