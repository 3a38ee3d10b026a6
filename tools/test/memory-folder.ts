import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'

const PARENT = '/dev/shm'
const TMPFS = 0x01021994
/** Many times what tests write, and the machine has as much memory left. */
const LEAST_BYTES = 8 * 2 ** 30

/** Whether files there are in memory, of which there is plenty, and may be programs. */
function isRoomy(): boolean {
  try {
    const mounted = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === PARENT)
    if (!mounted || mounted.split(' ')[3]!.split(',').includes('noexec')) return false
    const { type, bavail, bsize } = statfsSync(PARENT)
    return type === TMPFS && Math.min(bavail * bsize, process.availableMemory()) >= LEAST_BYTES
  } catch {
    return false
  }
}

/**
 * Temporary files of the tests are in memory where it has room, unless TMPDIR names another place: the databases of the
 * tests are 1,400 files each, which takes a second on some disks. The folder goes with this process.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR || !isRoomy()) return
  // The names of sockets in it have to be short.
  const folder = mkdtempSync(`${PARENT}/sk-`)
  // As /tmp: tests run programs as other users.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
}

/** Not what a program that was left behind still writes: that is no reason to fail. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    console.error(`${folder} is still there: ${(error as Error).message}`)
  }
}
