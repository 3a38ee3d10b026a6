import { Worker } from 'node:worker_threads'
import { systemClock } from '../../clock/clock.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'

/** Hashes in hexadecimal. */
export interface FileHashes {
  sha256: string
  sha512: string
}

/**
 * Hashes a file in a thread of its own, off the event loop. The thread has ended when this settles.
 * @param deadlineMs of wall-clock time
 * @throws PlatformError after the deadline, the reason of the signal, and errors of the file system
 */
export async function hashFile(path: string, signal: AbortSignal, deadlineMs: number): Promise<FileHashes> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<FileHashes>()
  const worker = new Worker(new URL('hash-file.worker.ts', import.meta.url), { workerData: path })
  worker.on('message', resolve).on('error', reject)
  worker.on('exit', () => reject(new Error('the thread that hashes a file ended')))
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  const cancelDeadline = systemClock.after(deadlineMs, () =>
    reject(new PlatformError('transient', `the checksum of the file took longer than ${deadlineMs / 1000} s`)),
  )
  try {
    return await promise
  } finally {
    cancelDeadline()
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
