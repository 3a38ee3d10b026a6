import { type FileHandle, open } from 'node:fs/promises'
import type { Layer } from './chain-reader.ts'
import { type Limits, type ProgramUser, runConfined } from './confined.ts'
import type { ForeignImage } from './formats/image-file.ts'
import { KeyedLock } from './keyed-lock.ts'

const MEMORY_BYTES = 2 * 2 ** 30
/** Less than the deadline of the calls that copy, so that the call learns why it failed. */
const DEADLINE_MS = 110 * 60_000
/** How often the free space is looked at meanwhile. */
const ROOM_MS = 500
/** More at once would only take the disk from machines. */
const MAX_AT_ONCE = 2

/** A disk image as `qemu-img` opens it. */
type Node = { driver: string } & Record<string, unknown>

export interface ConversionSettings {
  /** Stands for an untrusted file: its program runs as this user. */
  user: ProgramUser | undefined
  deadlineMs?: number
}

/** Copies disks into raw files with `qemu-img`. The target is a new file of the size of the disk. */
export class Converter {
  readonly #settings: ConversionSettings
  readonly #requireRoom: () => Promise<void>
  readonly #signal: AbortSignal
  readonly #slots = new KeyedLock()
  #started = 0

  /** @param requireRoom rejects when no more may be stored */
  constructor(settings: ConversionSettings, requireRoom: () => Promise<void>, signal: AbortSignal) {
    this.#settings = settings
    this.#requireRoom = requireRoom
    this.#signal = signal
  }

  /** Copies what a chain of our own layers contains. */
  async copy(chain: readonly Layer[], target: string, sizeBytes: number): Promise<void> {
    const files: FileHandle[] = []
    try {
      for (const { path } of chain) files.push(await open(path, 'r'))
      const node = chain.reduceRight<Node | null>((backing, { format }, at) => layerNode(format, at, backing), null)
      await this.#convert(node!, files, target, sizeBytes, undefined)
    } finally {
      await Promise.all(files.map((file) => file.close()))
    }
  }

  /** Converts a foreign image that was checked: its program can open no other file than it and the target. */
  async convert(source: string, { format }: ForeignImage, target: string, sizeBytes: number): Promise<void> {
    const { user } = this.#settings
    await using file = await open(source, 'r')
    const owner = await file.stat()
    if (user) await file.chown(user.uid, user.gid)
    try {
      await this.#convert(foreignNode(format), [file], target, sizeBytes, user)
    } finally {
      if (user) await file.chown(owner.uid, owner.gid)
    }
  }

  async #convert(
    node: Node,
    files: readonly FileHandle[],
    target: string,
    sizeBytes: number,
    user: ProgramUser | undefined,
  ): Promise<void> {
    await using to = await open(target, 'wx', 0o600)
    await to.truncate(sizeBytes)
    const owner = await to.stat()
    if (user) await to.chown(user.uid, user.gid)
    const output = `driver=raw,file.driver=file,file.filename=${descriptor(files.length)}`
    const command = [
      'qemu-img',
      'convert',
      '-n',
      '--target-is-zero',
      '--target-image-opts',
      `json:${JSON.stringify(node)}`,
    ]
    const slot = `${this.#started++ % MAX_AT_ONCE}`
    const ms = this.#settings.deadlineMs ?? DEADLINE_MS
    const limits: Limits = { memoryBytes: MEMORY_BYTES, cpuSeconds: Math.ceil(ms / 1000), fileBytes: sizeBytes, ms }
    const full = new AbortController()
    const watch = () => this.#requireRoom().catch((error: unknown) => full.abort(error))
    const signal = AbortSignal.any([this.#signal, full.signal])
    await this.#slots.run(slot, async () => {
      await this.#requireRoom()
      const watching = setInterval(watch, ROOM_MS)
      try {
        await runConfined([...command, output], { files: [...files, to], limits, user, signal })
      } finally {
        clearInterval(watching)
      }
    })
    if (user) await to.chown(owner.uid, owner.gid)
  }
}

/** A file that was opened for the program, so that it needs no rights to a folder. */
const descriptor = (index: number): string => `/proc/self/fd/${3 + index}`
const fileNode = (index: number): Node => ({ driver: 'file', filename: descriptor(index) })

const layerNode = (format: Layer['format'], index: number, backing: Node | null): Node => ({
  driver: format,
  file: fileNode(index),
  ...(format === 'qcow2' && { backing }),
})

/** Whatever the file says: no backing file, and of a VHD the size in its footer. */
const foreignNode = (format: ForeignImage['format']): Node => ({
  driver: format,
  file: fileNode(0),
  ...(format === 'vpc' ? { force_size_calc: 'current_size' } : { backing: null }),
})
