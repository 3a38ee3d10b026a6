import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { openOwned } from '../../../file-system/open-folder.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { Layer } from './chain-reader.ts'
import { type ProgramLimits, type ProgramUser, runConfined } from './confined.ts'
import type { ForeignImage } from './formats/image-file.ts'
import { readOverlay } from './overlay.ts'

const MEMORY_BYTES = 2 * 2 ** 30
/** Below the deadline of the calls that copy, so that the caller receives the reason. */
const CONVERSION_MS = 110 * 60_000
/** Time limit of background copies, whose callers have deadlines of their own. The largest disk takes five hours. */
const BACKGROUND_MS = 24 * 60 * 60_000
/** Limits the bytes between two checks of the free space, and leaves bandwidth to machines. */
const BYTES_PER_SECOND = 128 * 2 ** 20
/** Equal to the rate of a copy in a running machine. */
const BACKGROUND_BYTES_PER_SECOND = 64 * 2 ** 20
/** Far above the size of the largest disk. */
const MAX_FILE_BYTES = 2 ** 50
/** Interval of checks of the free space. */
const ROOM_MS = 250
/** Free space required per conversion, in case a check is late. */
const ROOM_BYTES = BYTES_PER_SECOND

/** A disk image as `qemu-img` opens it. */
type Node = { driver: string } & Record<string, unknown>

/** A foreign image, and the new file for a disk of that size. Both are in the folder of layers. */
export interface ConversionOrder {
  source: string
  target: string
  format: ForeignImage['format']
  sizeBytes: number
}

export interface ConversionSettings {
  /** User of programs that read untrusted files. */
  user: ProgramUser | undefined
  /** Converts foreign images in another process, if this one may not choose a user. */
  elsewhere?: (order: ConversionOrder, signal: AbortSignal) => Promise<void>
  /** Owner of the files; by default the user of this process. */
  owner?: number
  deadlineMs?: number
}

/** Owner of the target in the end, and user of the program. */
interface TargetOwner {
  user: ProgramUser | undefined
  uid: number
  gid: number
}

/** Rejects if these bytes cannot be stored. */
export type RequireRoom = (bytes: number) => Promise<void>

/** Copies disks into raw files with `qemu-img`. The target is a new file of the disk's size. */
export class Converter {
  readonly #settings: ConversionSettings
  readonly #requireRoom: RequireRoom
  readonly #signal: AbortSignal
  #running = 0

  constructor(settings: ConversionSettings, requireRoom: RequireRoom, signal: AbortSignal) {
    this.#settings = settings
    this.#requireRoom = requireRoom
    this.#signal = signal
  }

  /**
   * Copies the content of a chain of our own layers.
   * @param background whether it may take long, and leaves most of the bandwidth to machines
   */
  async copy(
    chain: readonly Layer[],
    target: string,
    sizeBytes: number,
    signal: AbortSignal,
    background = false,
  ): Promise<void> {
    const files: FileHandle[] = []
    try {
      for (const { path } of chain) files.push(await open(path, 'r'))
      await requireOwn(chain, files)
      await this.#convert(chainNode(chain), files, target, sizeBytes, { signal, background })
    } finally {
      await Promise.all(files.map((file) => file.close()))
    }
  }

  /**
   * Copies the content of the first of our own layers into the second. It may be cancelled at any time and restarted.
   */
  async commit(chain: readonly Layer[], signal: AbortSignal): Promise<void> {
    const files: FileHandle[] = []
    try {
      for (const [at, { path }] of chain.entries()) files.push(await open(path, at < 2 ? 'r+' : 'r'))
      await requireOwn(chain, files)
      const node = `json:${JSON.stringify(chainNode(chain))}`
      const command = ['qemu-img', 'commit', '-d', '-r', `${BACKGROUND_BYTES_PER_SECOND}`, node]
      const ms = this.#settings.deadlineMs ?? BACKGROUND_MS
      const limits: ProgramLimits = {
        memoryBytes: MEMORY_BYTES,
        cpuSeconds: Math.ceil(ms / 1000),
        fileBytes: MAX_FILE_BYTES,
        ms,
      }
      await runConfined(command, { files, limits, user: undefined, signal })
    } finally {
      await Promise.all(files.map((file) => file.close()))
    }
  }

  /** Converts a checked foreign image. The program can open only it and the target. */
  async convert(
    source: string,
    { format }: Pick<ForeignImage, 'format'>,
    target: string,
    sizeBytes: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { user, elsewhere, owner = process.getuid!() } = this.#settings
    if (elsewhere) return elsewhere({ source: basename(source), target: basename(target), format, sizeBytes }, signal)
    await using file = await openOwned(source, owner)
    const { uid, gid, mode } = await file.stat()
    // Shared with the program's group instead of given away: the file stays its owner's if this process ends.
    if (user) await share(file, uid, user, 0o640)
    try {
      await this.#convert(foreignNode(format), [file], target, sizeBytes, { as: { user, uid, gid }, signal })
    } catch (error) {
      throw asRefusal(error)
    } finally {
      await file.chown(uid, gid)
      await file.chmod(mode & 0o777)
    }
  }

  async #convert(
    node: Node,
    files: readonly FileHandle[],
    target: string,
    sizeBytes: number,
    { as, signal: ended, background = false }: { as?: TargetOwner; signal: AbortSignal; background?: boolean },
  ): Promise<void> {
    await using to = await open(target, 'wx', 0o600)
    await to.truncate(sizeBytes)
    if (as?.user) await share(to, as.uid, as.user, 0o660)
    const output = `driver=raw,file.driver=file,file.filename=${descriptor(files.length)}`
    const command = [
      'qemu-img',
      'convert',
      '-n',
      '--target-is-zero',
      '-r',
      `${background ? BACKGROUND_BYTES_PER_SECOND : BYTES_PER_SECOND}`,
      '--target-image-opts',
      `json:${JSON.stringify(node)}`,
    ]
    const ms = this.#settings.deadlineMs ?? (background ? BACKGROUND_MS : CONVERSION_MS)
    const limits: ProgramLimits = {
      memoryBytes: MEMORY_BYTES,
      cpuSeconds: Math.ceil(ms / 1000),
      fileBytes: sizeBytes,
      ms,
    }
    const full = new AbortController()
    const requireRoom = () => this.#requireRoom(this.#running * ROOM_BYTES)
    const signal = AbortSignal.any([this.#signal, full.signal, ended])
    this.#running++
    const watching = setInterval(() => requireRoom().catch((error: unknown) => full.abort(error)), ROOM_MS)
    try {
      await requireRoom()
      await runConfined([...command, output], { files: [...files, to], limits, user: as?.user, signal })
    } finally {
      clearInterval(watching)
      this.#running--
    }
    if (!as) return
    await to.chown(as.uid, as.gid)
    await to.chmod(0o600)
  }
}

/** Messages of `qemu-img` about what it reads. What else it reports is a problem of this host. */
const UNREADABLE = /qemu-img: (?:Could not open 'json:.*': |error while reading .*: )(.+)$/
/** The kernel's reasons at the end of such messages that images do not cause. A damaged one leads to EIO or EINVAL. */
const OF_HOST = new RegExp(
  `(?:^|: )(?:${[
    'Bad address',
    'Bad file descriptor',
    'Cannot allocate memory',
    'Connection timed out',
    'Device or resource busy',
    'Interrupted system call',
    'No locks available',
    'No such device( or address)?',
    'No such file or directory',
    'Operation not permitted',
    'Permission denied',
    'Remote I/O error',
    'Resource temporarily unavailable',
    'Stale file handle',
    'Structure needs cleaning',
    'Too many open files( in system)?',
    'Transport endpoint is not connected',
  ].join('|')})$`,
)

/** The error of a conversion, as `refused` if the image is the reason. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof PlatformError) || error.kind !== 'permanent') return error
  const why = UNREADABLE.exec(error.message)?.[1]
  if (why === undefined || OF_HOST.test(why)) return error
  const isEither = why.endsWith('Input/output error')
  const note = isEither ? ". The file may be damaged, or a disk of this server's host" : ''
  return new PlatformError('refused', `The image cannot be read: ${why}${note}`, error)
}

/** Checks the headers of layers again: machines have written to them, and a compromised QEMU may write any header. */
async function requireOwn(chain: readonly Layer[], files: readonly FileHandle[]): Promise<void> {
  for (const [at, { format }] of chain.entries()) if (format === 'qcow2') await readOverlay(files[at]!)
}

async function share(file: FileHandle, owner: number, { gid }: ProgramUser, mode: number): Promise<void> {
  await file.chown(owner, gid)
  await file.chmod(mode)
}

/** A file opened for the program, which needs no rights to the folder. */
const descriptor = (index: number): string => `/proc/self/fd/${3 + index}`
const fileNode = (index: number): Node => ({ driver: 'file', filename: descriptor(index) })

const imageNode = (format: Layer['format'], index: number, backing: Node | null): Node => ({
  driver: format,
  file: fileNode(index),
  ...(format === 'qcow2' && { backing }),
})

const chainNode = (chain: readonly Layer[]): Node =>
  chain.reduceRight<Node | null>((backing, { format }, at) => imageNode(format, at, backing), null)!

/** Options that override the file's own: no backing file, and for a VHD the size in its footer. */
const foreignNode = (format: ForeignImage['format']): Node => ({
  driver: format,
  file: fileNode(0),
  ...(format === 'vpc' ? { force_size_calc: 'current_size' } : { backing: null }),
})
