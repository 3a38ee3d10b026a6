import { parentPort, workerData } from 'node:worker_threads'
import type { RepositoryFacts } from '../../fleet/updates/update-archives.ts'
import { checkedRoot, checkRepository, problemOf } from './repository-check.ts'

/** One check in a thread of its own: hashing gigabytes and verifying signatures would block all requests. */
export type CheckRequest =
  | { kind: 'root'; rootRole: unknown }
  | { kind: 'repository'; path: string; scratch: string; rootRoles: readonly unknown[] }
export type CheckResult = { problem: string } | { expires: Date } | { repository: RepositoryFacts }

const request = workerData as CheckRequest

async function check(): Promise<CheckResult> {
  try {
    if (request.kind === 'root') return { expires: new Date(checkedRoot(request.rootRole).expires) }
    return { repository: await checkRepository(request.path, request.scratch, request.rootRoles) }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

parentPort!.postMessage(await check())
