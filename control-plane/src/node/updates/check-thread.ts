import type { RepositoryFacts } from '../../fleet/rack/updates/update-archives.ts'
import { serveJobs } from '../threads/serve-jobs.ts'
import { checkedRoot, checkRepository, repositoryProblem } from './repository-check.ts'

/** Checks run in a thread: hashing gigabytes and verifying signatures would block all requests. */
export type CheckRequest =
  | { kind: 'root'; rootRole: unknown }
  | { kind: 'repository'; path: string; scratch: string; rootRoles: readonly unknown[] }
export type CheckResult = { problem: string } | { expires: Date } | { repository: RepositoryFacts }

serveJobs<CheckRequest, CheckResult>(async (request) => {
  try {
    if (request.kind === 'root') return { expires: new Date(checkedRoot(request.rootRole).expires) }
    return { repository: await checkRepository(request.path, request.scratch, request.rootRoles) }
  } catch (error) {
    return { problem: repositoryProblem(error) }
  }
})
