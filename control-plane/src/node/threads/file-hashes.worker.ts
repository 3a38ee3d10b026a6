import { createHash } from 'node:crypto'
import { setPriority } from 'node:os'
import type { HashJob, HashResult } from './file-hashes.ts'
import { serveJobs } from './serve-jobs.ts'

const begin = () => [createHash('sha256'), createHash('sha512')] as const
const begun = new Map<number, ReturnType<typeof begin>>()

// On Linux the priority applies to this thread only.
if (process.platform === 'linux') setPriority(10)

serveJobs<HashJob, HashResult>(async ({ file, isFirst, part }) => {
  if (isFirst) begun.set(file, begin())
  const hashes = begun.get(file)
  // Unknown file: an earlier thread had its hash state and has ended.
  if (!hashes) return 'lost'
  if (part) return void hashes.forEach((hash) => hash.update(part))
  begun.delete(file)
  const [sha256, sha512] = hashes
  return { sha256: sha256.digest('hex'), sha512: sha512.digest('hex') }
})
