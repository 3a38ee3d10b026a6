import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, lstat, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { keptFreeBytes } from '../platform/kept-free.ts'
import { OpenFolder } from '../platform/qemu/machines/open-folder.ts'
import { fileSystemOf, leastFreeBytes } from './disk-space.ts'
import { newFile } from './new-file.ts'
import { reasonOf } from './startup-error.ts'

/** Between two looks: as long as what is free lasts, whatever is written. */
const [LEAST_MS, MOST_MS] = [250, 10_000]
const BYTES_PER_MS = 4 * 2 ** 20
const FILE = 'reserve'
const BLOCK_BYTES = 512
const CHUNK_BYTES = 2 ** 20

/** How soon it is tried again to make it; twice as long after each failure. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1000, 600_000]

/**
 * A file that holds space for the database or for records of the platform, whose file system users fill. It is deleted
 * when nearly nothing is left, and made again when there is room for it.
 */
export class Reserve {
  readonly #folder: string
  readonly #below: readonly string[]
  /** What it holds because it was written, however the file system counts that. */
  #written = 0
  #waitMs = FIRST_WAIT_MS
  #retryAt = 0

  /**
   * @param below names of folders, each in the one before: there is none while the last of them is on the file system of the
   * one above it, or is not there
   */
  constructor(folder: string, ...below: string[]) {
    this.#folder = folder
    this.#below = below
  }

  /** Deletes it if nearly nothing else is left. Called before anything is written, as root: others may put links there. */
  async release(): Promise<void> {
    await using folder = await this.#open()
    if (folder) await releaseIn(folder)
  }

  /** Makes it, and looks after it until the returned function is called. */
  keep(): () => Promise<void> {
    const ended = new AbortController()
    const work = this.#keep(ended.signal)
    return async () => {
      ended.abort()
      await work
    }
  }

  async #keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ms = await this.#look(signal).catch(() => LEAST_MS)
      await delay(ms, undefined, { signal }).catch(() => {})
    }
  }

  /** Returns after how long it has to look again. */
  async #look(signal: AbortSignal): Promise<number> {
    await using folder = await this.#open()
    // A file system that is mounted there later may come without one for so long.
    if (!folder) return MOST_MS
    await releaseIn(folder)
    const { freeBytes, totalBytes } = await fileSystemOf(folder.self)
    await this.#makeIfMissing(folder, freeBytes, totalBytes, signal)
    return Math.min(MOST_MS, Math.max(LEAST_MS, freeBytes / BYTES_PER_MS))
  }

  async #makeIfMissing(folder: OpenFolder, freeBytes: number, totalBytes: number, signal: AbortSignal): Promise<void> {
    const bytes = keptFreeBytes(totalBytes)
    const missing = bytes - (await this.#held(folder))
    // Machines that waited for room continue with two such parts.
    if (missing <= 0 || freeBytes < missing + 2 * bytes || performance.now() < this.#retryAt) return
    this.#retryAt = performance.now() + this.#waitMs
    this.#waitMs = Math.min(2 * this.#waitMs, LONGEST_WAIT_MS)
    try {
      await this.#make(folder, bytes, signal)
      this.#waitMs = FIRST_WAIT_MS
    } catch (error) {
      if (!signal.aborted)
        process.stderr.write(
          `skerry: cannot reserve space in ${join(this.#folder, ...this.#below)}, and will try again: ${reasonOf(error)}\n`,
        )
    }
  }

  /** The folder for it, if it is wanted there. */
  async #open(): Promise<OpenFolder | undefined> {
    let folder = await OpenFolder.open(this.#folder, (await stat(this.#folder)).uid)
    for (const [index, name] of this.#below.entries()) {
      await using above = folder
      const next = await above.find(name).catch(() => undefined)
      if (!next) return undefined
      const isLast = index === this.#below.length - 1
      if (isLast && (await next.stat()).dev === (await above.stat()).dev) {
        await next[Symbol.asyncDispose]()
        return undefined
      }
      folder = next
    }
    return folder
  }

  /** By what is written where the system or the file system does not allocate, also if it says that it does. */
  async #make(folder: OpenFolder, bytes: number, signal: AbortSignal): Promise<void> {
    this.#written = 0
    await using file = await newFile(folder.path(FILE))
    await allocate(file, bytes)
    if ((await this.#held(folder)) < bytes) await this.#write(file, bytes, signal)
  }

  /** Random bytes cannot be compressed. */
  async #write(file: FileHandle, bytes: number, signal: AbortSignal): Promise<void> {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let at = 0; at < bytes; at += CHUNK_BYTES) {
      signal.throwIfAborted()
      await file.write(randomFillSync(chunk), 0, Math.min(CHUNK_BYTES, bytes - at), at)
    }
    await file.sync()
    this.#written = bytes
  }

  /** What it holds; 0 where there is none. */
  async #held(folder: OpenFolder): Promise<number> {
    const found = await foundIn(folder)
    return found ? Math.max(found.blocks * BLOCK_BYTES, Math.min(found.size, this.#written)) : 0
  }
}

async function releaseIn(folder: OpenFolder): Promise<void> {
  const { freeBytes, totalBytes } = await fileSystemOf(folder.self)
  if (freeBytes >= leastFreeBytes(totalBytes) || !(await foundIn(folder))?.size) return
  await rm(folder.path(FILE), { force: true })
  process.stderr.write(`skerry: ${await realpath(folder.self)} is full: released what is reserved there\n`)
}

async function foundIn(folder: OpenFolder) {
  const found = await lstat(folder.path(FILE)).catch(() => undefined)
  return found?.isFile() ? found : undefined
}

/** Of the open file, whatever has its name by then. Does nothing where there is no such program. */
async function allocate(file: FileHandle, bytes: number): Promise<void> {
  const args = ['--length', `${bytes}`, '/proc/self/fd/3']
  const child = spawn('fallocate', args, { stdio: ['ignore', 'ignore', 'ignore', file.fd] })
  await once(child, 'close').catch(() => {})
}
