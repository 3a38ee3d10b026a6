import type { updates } from '@skerry/contract/fleet/updates.ts'
import { requireOnFleet } from '../../../kernel/access/require-on-fleet.ts'
import type { Call, Handlers } from '../../../kernel/http/call.ts'
import { ApiError, conflict, invalidRequest } from '../../../kernel/http/errors.ts'
import { raiseAlert } from '../../alerts/raise-alert.ts'
import { artifactsOf, findRepository, insertRepository } from './repositories.repo.ts'
import { lockTarget } from './target-release.repo.ts'
import { findTrustRoot, trustRoots } from './trust-roots.repo.ts'
import { repositoryView } from './update.view.ts'

type RepositoryOperations = Pick<typeof updates, 'system_update_put_repository' | 'system_update_get_repository'>

export const repositoriesOps: Handlers<RepositoryOperations> = {
  async system_update_put_repository(call) {
    call.access.onFleet()
    const roots = await trustRoots(call.db)
    if (!roots.length) throw invalidRequest('there is no trust root to verify repositories by: add one first')
    const body = call.body as ReadableStream<Uint8Array> | null
    const roles = roots.map(({ root_role }) => root_role)
    const received = await call.services.updateArchives.receive(body, roles, call.now)
    try {
      return await record(call, received, roots[received.verifiedBy]!.id)
    } catch (error) {
      // After a server error the insert may have committed: the next start removes orphaned archives.
      if (error instanceof ApiError && error.status < 500) await received.discard()
      throw error
    }
  },

  async system_update_get_repository(call) {
    const version = call.params.system_version
    const repository = await findRepository(call.db, version)
    const found = requireOnFleet(call, 'tuf-repo', { name: version }, repository)
    return { description: repositoryView(found, await artifactsOf(call.db, found.id)) }
  },
}

type Received = Awaited<ReturnType<Call['services']['updateArchives']['receive']>>

async function record(
  call: Call<(typeof updates)['system_update_put_repository']>,
  received: Received,
  trustRootId: string,
) {
  const { id, answer } = await call.transaction(async (tx) => {
    await lockTarget(tx)
    if (!(await findTrustRoot(tx, trustRootId)))
      throw conflict('the trust root that verified the repository was deleted during the upload')
    const { repository, inserted } = await insertRepository(tx, received, call.query.file_name, call.now)
    const { system_version, file_name, hash } = repository
    call.target(repository.id, { system_version, hash, inserted })
    if (inserted) await raiseAlert(tx, 'update.repository_uploaded', { system_version, hash, file_name }, call.now)
    const recorded = repositoryView(repository, await artifactsOf(tx, repository.id))
    return {
      id: repository.id,
      answer: { recorded, status: inserted ? ('inserted' as const) : ('already_exists' as const) },
    }
  })
  // A known row does not prove that its archive exists, so the upload takes its place.
  if (id !== received.id) await received.moveTo(id)
  return answer
}
