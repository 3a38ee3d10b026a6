import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, lstat, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, steadyClock } from '../../clock/clock.ts'
import { OpenFolder } from '../../file-system/open-folder.ts'
import { keptFreeBytes } from '../../platform/interface/kept-free.ts'
import { reasonOf } from '../start/startup-error.ts'
import { fileSystemOf, leastFreeBytes } from './disk-space.ts'
import { newFile } from './new-file.ts'

/**
 * Bounds of the pause between two checks, which is the time in which writes at `BYTES_PER_MS` would fill the free
 * space.
 */
const [LEAST_MS, MAX_MS] = [250, 10_000]
const BYTES_PER_MS = 4 * 2 ** 20
const FILE = 'reserve'
const BLOCK_BYTES = 512
const CHUNK_BYTES = 2 ** 20

/** Pause before the file is created again, doubled after each failure. */
const [FIRST_WAIT_MS, MAX_WAIT_MS] = [1000, 600_000]

/**
 * A file that reserves space for the database or for the platform's records on a file system that users can fill. It is
 * deleted when the file system is nearly full, and recreated when there is room again.
 */
export class Reserve {
  readonly #folder: string
  readonly #below: readonly string[]
  /** Bytes that were written, for file systems that report fewer blocks, as with compression. */
  #written = 0
  #waitMs = FIRST_WAIT_MS
  #retryAt = 0

  /**
   * @param below a path of folder names. If it is given, a reserve is kept only while the last folder exists on another
   * file system than its parent
   */
  constructor(folder: string, ...below: string[]) {
    this.#folder = folder
    this.#below = below
  }

  /**
   * Deletes the file if the file system is nearly full. Root calls it before it writes anything, since other users may
   * put links there.
   */
  async release(): Promise<void> {
    await using folder = await this.#open()
    if (folder) await releaseIn(folder)
  }

  /** Creates the file, and checks it until the returned function is called. */
  keep(clock: Clock = steadyClock): () => Promise<void> {
    const ended = new AbortController()
    const work = this.#keep(clock, ended.signal)
    return async () => {
      ended.abort()
      await work
    }
  }

  async #keep(clock: Clock, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ms = await this.#look(clock.now().getTime(), signal).catch(() => LEAST_MS)
      await clock.sleep(ms, signal).catch(() => {})
    }
  }

  /** Checks once. Returns the milliseconds until the next check. */
  async #look(now: number, signal: AbortSignal): Promise<number> {
    await using folder = await this.#open()
    // A file system that is mounted there later may be without a reserve for so long.
    if (!folder) return MAX_MS
    await releaseIn(folder)
    const { freeBytes, totalBytes } = await fileSystemOf(folder.self)
    const bytes = keptFreeBytes(totalBytes)
    const missing = bytes - (await this.#held(folder))
    // Creating it earlier would stop machines again: paused ones continue when two such parts are free.
    if (missing > 0 && freeBytes >= missing + 2 * bytes && now >= this.#retryAt)
      await this.#makeAgain(folder, bytes, now, signal)
    return Math.min(MAX_MS, Math.max(LEAST_MS, freeBytes / BYTES_PER_MS))
  }

  async #makeAgain(folder: OpenFolder, bytes: number, now: number, signal: AbortSignal): Promise<void> {
    this.#retryAt = now + this.#waitMs
    this.#waitMs = Math.min(2 * this.#waitMs, MAX_WAIT_MS)
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

  /** The folder of the file; undefined if none is needed there. */
  async #open(): Promise<OpenFolder | undefined> {
    let folder = await OpenFolder.open(this.#folder)
    for (const [index, name] of this.#below.entries()) {
      await using above = folder
      const next = await above.find(name).catch(() => undefined)
      if (!next) return undefined
      await using opened = new AsyncDisposableStack()
      opened.use(next)
      const isLast = index === this.#below.length - 1
      if (isLast && (await next.stat()).dev === (await above.stat()).dev) return undefined
      opened.move()
      folder = next
    }
    return folder
  }

  /** Writes the bytes if `fallocate` is missing, fails, or reserves nothing although it succeeds. */
  async #make(folder: OpenFolder, bytes: number, signal: AbortSignal): Promise<void> {
    this.#written = 0
    await using file = await newFile(folder.path(FILE))
    await allocate(file, bytes)
    if ((await this.#held(folder)) < bytes) await this.#write(file, bytes, signal)
  }

  /** Writes random bytes, which cannot be compressed. */
  async #write(file: FileHandle, bytes: number, signal: AbortSignal): Promise<void> {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let at = 0; at < bytes; at += CHUNK_BYTES) {
      signal.throwIfAborted()
      await file.write(randomFillSync(chunk), 0, Math.min(CHUNK_BYTES, bytes - at), at)
    }
    await file.sync()
    this.#written = bytes
  }

  /** The bytes that the file reserves; 0 without a file. */
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

/** Allocates space for the open file, even if its name leads elsewhere by then. Does nothing without the program. */
async function allocate(file: FileHandle, bytes: number): Promise<void> {
  const args = ['--length', `${bytes}`, '/proc/self/fd/3']
  const child = spawn('fallocate', args, { stdio: ['ignore', 'ignore', 'ignore', file.fd] })
  await once(child, 'close').catch(() => {})
}
