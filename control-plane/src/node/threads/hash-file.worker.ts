import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { FileHashes } from './hash-file.ts'

/** Synchronous: nothing else runs in this thread, which may be terminated between any two reads. */
function hashesOf(path: string): FileHashes {
  const [sha256, sha512] = [createHash('sha256'), createHash('sha512')]
  const buffer = Buffer.allocUnsafe(2 ** 20)
  const file = openSync(path, 'r')
  try {
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) {
      const part = buffer.subarray(0, length)
      sha256.update(part)
      sha512.update(part)
    }
  } finally {
    closeSync(file)
  }
  return { sha256: sha256.digest('hex'), sha512: sha512.digest('hex') }
}

parentPort!.postMessage(hashesOf(workerData as string))
