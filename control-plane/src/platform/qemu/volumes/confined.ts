import { spawn } from 'node:child_process'
import type { FileHandle } from 'node:fs/promises'
import { PlatformError } from '../../platform-error.ts'
import { noSpace } from './errors.ts'

/** What a confined program may use at most. */
export interface Limits {
  memoryBytes: number
  cpuSeconds: number
  /** Of each file that it writes. */
  fileBytes: number
  /** Until it is killed. */
  ms: number
}

/** The user that a program runs as, where this process may choose it. */
export interface ProgramUser {
  uid: number
  gid: number
}

interface ConfinedRun {
  /** Its file descriptors from 3 on. */
  files: readonly FileHandle[]
  limits: Limits
  user: ProgramUser | undefined
  signal: AbortSignal
}

const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', MALLOC_ARENA_MAX: '2' }
const MAX_MESSAGE = 2000

/**
 * Runs a program without network, at low priority, under limits, and no longer than this process. Rejects with
 * `no-space` when the storage is full, with the signal's reason when it aborts, else with `permanent`.
 */
export async function runConfined(command: readonly string[], run: ConfinedRun): Promise<void> {
  const { files, limits, signal } = run
  const [program, ...args] = [...(await namespaces()), ...privileges(run), ...bounds(limits), ...command]
  const child = spawn(program!, args, {
    cwd: '/',
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe', ...files.map(({ fd }) => fd)],
    signal: AbortSignal.any([signal, AbortSignal.timeout(limits.ms)]),
    killSignal: 'SIGKILL',
  })
  let message = ''
  child.stderr!.on('data', (bytes: Buffer) => (message = (message + bytes.toString()).slice(-MAX_MESSAGE)))
  const end = await new Promise<{ code: number | null; failure?: Error }>((resolve) => {
    let failure: Error | undefined
    child.on('error', (error) => {
      failure = error
      if (child.pid === undefined) resolve({ code: null, failure })
    })
    child.on('close', (code) => resolve({ code, ...(failure && { failure }) }))
  })
  signal.throwIfAborted()
  if (end.code === 0) return
  if (/No space left on device|Disk quota exceeded/.test(message)) throw noSpace(message)
  const reason = end.failure?.name === 'AbortError' ? `it took longer than ${limits.ms} ms` : lastLine(message)
  throw new PlatformError('permanent', `${command[0]} failed: ${reason || 'it was killed'}`, end.failure)
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

function privileges({ user }: ConfinedRun): string[] {
  const as = user ? ['--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups', '--bounding-set=-all'] : []
  return ['setpriv', ...as, '--no-new-privs', '--pdeathsig', 'KILL']
}

function bounds({ memoryBytes, cpuSeconds, fileBytes }: Limits): string[] {
  const most = [`--as=${memoryBytes}`, `--cpu=${cpuSeconds}`, `--fsize=${fileBytes}`, '--core=0', '--nofile=256']
  return ['prlimit', ...most, 'nice', '-n', '19', 'ionice', '-t', '-c', '3']
}

let chosen: Promise<string[]> | undefined

/** What takes the network away: a namespace without interfaces, where this process may make one. */
function namespaces(): Promise<string[]> {
  chosen ??= (async () => {
    const net = ['unshare', '--net', '--ipc', '--']
    const ownUser = ['unshare', '--user', '--net', '--ipc', '--']
    for (const way of [net, ownUser]) if (await succeeds([...way, 'true'])) return way
    return []
  })()
  return chosen
}

const succeeds = ([program, ...args]: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program!, args, { stdio: 'ignore', env: ENVIRONMENT })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
