import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { openOwned } from '../machines/open-folder.ts'
import type { Layer } from './chain-reader.ts'
import { type Limits, type ProgramUser, runConfined } from './confined.ts'
import type { ForeignImage } from './formats/image-file.ts'
import { readOverlay } from './overlay.ts'

const MEMORY_BYTES = 2 * 2 ** 30
/** Less than the deadline of the calls that copy, so that the call learns why it failed. */
const DEADLINE_MS = 110 * 60_000
/** Of copies in the background: calls that wait for one have their own deadlines. The largest disk takes five hours. */
const BACKGROUND_MS = 24 * 60 * 60_000
/** Bounds what is written between two looks at the free space, and leaves the disk to machines. */
const BYTES_PER_SECOND = 128 * 2 ** 20
/** As much as a copy in a running machine. */
const BACKGROUND_BYTES_PER_SECOND = 64 * 2 ** 20
/** Far more than the largest disk. */
const MAX_FILE_BYTES = 2 ** 50
/** How often the free space is looked at meanwhile. */
const ROOM_MS = 250
/** Free for each conversion, so that a look may be late. */
const ROOM_BYTES = BYTES_PER_SECOND

/** A disk image as `qemu-img` opens it. */
type Node = { driver: string } & Record<string, unknown>

/** A foreign image, and the new file of a disk of that size. Both are files of the folder of layers. */
export interface ConversionOrder {
  source: string
  target: string
  format: ForeignImage['format']
  sizeBytes: number
}

export interface ConversionSettings {
  /** Stands for an untrusted file: its program runs as this user. */
  user: ProgramUser | undefined
  /** Converts foreign images instead of this process, which may not choose a user. */
  elsewhere?: (order: ConversionOrder, signal: AbortSignal) => Promise<void>
  /** Who owns the files; by default the user of this process. */
  owner?: number
  deadlineMs?: number
}

/** Who has the target in the end, and as whom the program runs. */
interface TargetOwner {
  user: ProgramUser | undefined
  uid: number
  gid: number
}

/** Rejects when these bytes are more than may be stored. */
export type RequireRoom = (bytes: number) => Promise<void>

/** Copies disks into raw files with `qemu-img`. The target is a new file of the size of the disk. */
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
   * Copies what a chain of our own layers contains.
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

  /** Copies what the first of our own layers has into the second, which may be ended at any time and begun again. */
  async commit(chain: readonly Layer[], signal: AbortSignal): Promise<void> {
    const files: FileHandle[] = []
    try {
      for (const [at, { path }] of chain.entries()) files.push(await open(path, at < 2 ? 'r+' : 'r'))
      await requireOwn(chain, files)
      const node = `json:${JSON.stringify(chainNode(chain))}`
      const command = ['qemu-img', 'commit', '-d', '-r', `${BACKGROUND_BYTES_PER_SECOND}`, node]
      const ms = this.#settings.deadlineMs ?? BACKGROUND_MS
      const limits: Limits = {
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

  /** Converts a foreign image that was checked: its program can open no other file than it and the target. */
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
    // Shared with the program's group: whatever ends this process, the file stays its owner's.
    if (user) await share(file, uid, user, 0o640)
    try {
      await this.#convert(foreignNode(format), [file], target, sizeBytes, { as: { user, uid, gid }, signal })
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
    const ms = this.#settings.deadlineMs ?? (background ? BACKGROUND_MS : DEADLINE_MS)
    const limits: Limits = { memoryBytes: MEMORY_BYTES, cpuSeconds: Math.ceil(ms / 1000), fileBytes: sizeBytes, ms }
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

/** Machines have written these layers, and a QEMU that was taken over writes any header. */
async function requireOwn(chain: readonly Layer[], files: readonly FileHandle[]): Promise<void> {
  for (const [at, { format }] of chain.entries()) if (format === 'qcow2') await readOverlay(files[at]!)
}

async function share(file: FileHandle, owner: number, { gid }: ProgramUser, mode: number): Promise<void> {
  await file.chown(owner, gid)
  await file.chmod(mode)
}

/** A file that was opened for the program, so that it needs no rights to a folder. */
const descriptor = (index: number): string => `/proc/self/fd/${3 + index}`
const fileNode = (index: number): Node => ({ driver: 'file', filename: descriptor(index) })

const layerNode = (format: Layer['format'], index: number, backing: Node | null): Node => ({
  driver: format,
  file: fileNode(index),
  ...(format === 'qcow2' && { backing }),
})

const chainNode = (chain: readonly Layer[]): Node =>
  chain.reduceRight<Node | null>((backing, { format }, at) => layerNode(format, at, backing), null)!

/** Whatever the file says: no backing file, and of a VHD the size in its footer. */
const foreignNode = (format: ForeignImage['format']): Node => ({
  driver: format,
  file: fileNode(0),
  ...(format === 'vpc' ? { force_size_calc: 'current_size' } : { backing: null }),
})
