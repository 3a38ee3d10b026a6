import type { FileHashing } from '../../compute/disks/file-hashing.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import type { FileHashes } from './hash-file.ts'
import { type PoolLimits, WorkerPool } from './worker-pool.ts'

/** A part of a file. A job without one ends the file. */
export interface HashJob {
  file: number
  isFirst: boolean
  part?: Uint8Array
}
export type HashResult = FileHashes | 'lost' | undefined

/**
 * Hashing a file may take hours, but a part takes milliseconds: an owner's files delay those of others only that long.
 */
const LIMITS: PoolLimits = {
  threads: 1,
  threadsOfOwner: [1],
  waiting: Infinity,
  waitingOfOwner: [],
  waitMs: 600_000,
  deadlineMs: 60_000,
  heapMb: 32,
}

/** Hashes files in one thread of low priority: a part of one file at a time, in turns by owner. */
export function hashingInThread(): FileHashing {
  const pool = new WorkerPool<HashJob, HashResult>(new URL('file-hashes.worker.ts', import.meta.url), LIMITS)
  let files = 0
  return {
    async hashes(owner, parts, signal) {
      const file = ++files
      const run = async (job: Omit<HashJob, 'file'>) => {
        const result = await pool.run([owner], { file, ...job }, signal).catch((error: unknown) => {
          signal.throwIfAborted()
          throw new PlatformError('transient', 'the checksum of the file was interrupted', error)
        })
        if (result === 'lost') throw new PlatformError('transient', 'the checksum of the file was interrupted')
        return result
      }
      let isFirst = true
      try {
        for await (const part of parts) {
          await run({ isFirst, part })
          isFirst = false
        }
        const hashes = await run({ isFirst })
        if (!hashes) throw new Error('a file has ended without hashes')
        return hashes
      } catch (error) {
        // Ends the file in the thread too, which would otherwise keep its hash state.
        pool.run([owner], { file, isFirst: false }).catch(() => undefined)
        throw error
      }
    },
    close: () => pool.close(),
  }
}
