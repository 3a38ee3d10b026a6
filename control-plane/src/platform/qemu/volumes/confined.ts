import { spawn } from 'node:child_process'
import type { FileHandle } from 'node:fs/promises'
import { namesNoSpace } from '../../../file-system/no-space.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import { noSpace } from '../base/errors.ts'

/** Limits of a confined program. */
export interface ProgramLimits {
  memoryBytes: number
  cpuSeconds: number
  /** Maximum size of each file that it writes. */
  fileBytes: number
  /** Milliseconds until it is killed. */
  ms: number
}

/** User of the program, if this process may choose it. */
export interface ProgramUser {
  uid: number
  gid: number
}

interface ConfinedRun {
  /** Its file descriptors from 3 on. */
  files: readonly FileHandle[]
  limits: ProgramLimits
  user: ProgramUser | undefined
  signal: AbortSignal
}

const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', MALLOC_ARENA_MAX: '2' }
const MAX_MESSAGE = 2000

/**
 * Runs a program with no network and no files but its own and the system's programs, at low priority, under limits, and
 * no longer than this process. Rejects with `no-space` when the storage is full, with the signal's reason when it
 * aborts, else with `permanent`.
 */
export async function runConfined(command: readonly string[], run: ConfinedRun): Promise<void> {
  const { files, limits, signal } = run
  const around = await enclosure(run.user)
  const [program, ...args] = [...around.command, ...privileges(run.user, around), ...bounds(limits), ...command]
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
  if (namesNoSpace(message)) throw noSpace(message)
  const reason = end.failure?.name === 'AbortError' ? `it took longer than ${limits.ms} ms` : lastLine(message)
  throw new PlatformError('permanent', `${command[0]} failed: ${reason || 'it was killed'}`, end.failure)
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

function privileges(user: ProgramUser | undefined, { hasRights }: Enclosure): string[] {
  const as = user ? ['--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups'] : []
  const without = user || hasRights ? ['--bounding-set=-all', '--inh-caps=-all'] : []
  return ['setpriv', ...as, ...without, '--no-new-privs', '--pdeathsig', 'KILL']
}

function bounds({ memoryBytes, cpuSeconds, fileBytes }: ProgramLimits): string[] {
  const most = [`--as=${memoryBytes}`, `--cpu=${cpuSeconds}`, `--fsize=${fileBytes}`, '--core=0', '--nofile=256']
  return ['prlimit', ...most, 'nice', '-n', '19', 'ionice', '-t', '-c', '3']
}

/** A new root that has only the system's programs: files are passed as descriptors. */
const ROOT = `set -e
mount -t tmpfs -o size=1m,mode=755 tmpfs /tmp
cd /tmp
mkdir usr proc dev etc
mount --rbind /usr usr
mount --rbind /proc proc
for one in bin sbin lib lib32 lib64; do
  if [ -L /$one ]; then cp -P /$one .
  elif [ -d /$one ]; then mkdir $one; mount --rbind /$one $one
  fi
done
for one in null zero; do : > dev/$one; mount --bind /dev/$one dev/$one; done
if [ -e /etc/ld.so.cache ]; then cp /etc/ld.so.cache etc; fi
mount -o remount,ro,bind /tmp
exec chroot . "$@"`

/** Isolation in which a program starts. */
interface Enclosure {
  command: readonly string[]
  /** Whether the program starts with rights that it then drops. */
  hasRights: boolean
  /** Parts of this host that the program can still reach; undefined if none. */
  weakness?: string
}

const inRoot = ['--mount', '--net', '--ipc', '--', 'sh', '-c', ROOT, 'sh']
const HOST_FILES = "this host's files as far as their user may"
/** Enclosures, strongest first. */
const ENCLOSURES: readonly Enclosure[] = [
  { command: ['unshare', ...inRoot], hasRights: true },
  { command: ['unshare', '--user', '--map-root-user', ...inRoot], hasRights: true },
  // For hosts where a container or AppArmor forbids mounts.
  { command: ['unshare', '--net', '--ipc', '--'], hasRights: true, weakness: HOST_FILES },
  { command: ['unshare', '--user', '--net', '--ipc', '--'], hasRights: false, weakness: HOST_FILES },
]
const NO_ENCLOSURE: Enclosure = { command: [], hasRights: false, weakness: `its network and ${HOST_FILES}` }

/**
 * Strong enclosures by the user of this process, since a server of root becomes another one, and by whether the program
 * has its own. A weak one is not cached: its test may have failed by chance.
 */
const kept = new Map<string, Enclosure>()

/** The strongest enclosure that works here: namespaces, as far as this process may create them. */
async function enclosure(user: ProgramUser | undefined): Promise<Enclosure> {
  const users = `${process.geteuid?.()} ${user === undefined}`
  const strong = kept.get(users)
  if (strong) return strong
  for (const one of ENCLOSURES) {
    if (!(await succeeds([...one.command, ...privileges(user, one), 'true']))) continue
    if (one.weakness === undefined) kept.set(users, one)
    return one
  }
  return NO_ENCLOSURE
}

/** Parts of this host that confined image readers can reach; undefined if none. */
export const reachOfConfined = async (): Promise<string | undefined> => (await enclosure(undefined)).weakness

const succeeds = ([program, ...args]: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program!, args, { stdio: 'ignore', env: ENVIRONMENT })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
