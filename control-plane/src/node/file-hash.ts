import { createHash } from 'node:crypto'
import type { FileHash } from '../compute/disks/disk-import.ts'

/** Hashes on this thread: each part takes it a few milliseconds. */
export function fileHash(): FileHash {
  const [sha256, sha512] = [createHash('sha256'), createHash('sha512')]
  return {
    update(bytes) {
      sha256.update(bytes)
      sha512.update(bytes)
    },
    digest: () => ({ sha256: sha256.digest('hex'), sha512: sha512.digest('hex') }),
  }
}
