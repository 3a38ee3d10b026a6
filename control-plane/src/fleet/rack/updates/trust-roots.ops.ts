import type { updates } from '@skerry/contract/fleet/updates.ts'
import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { requireOnFleet } from '../../../kernel/access/require-on-fleet.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { notFound } from '../../../kernel/http/errors.ts'
import { pageOf } from '../../../kernel/http/paging.ts'
import { lockTarget } from './target-release.repo.ts'
import { deleteTrustRoot, findTrustRoot, insertTrustRoot } from './trust-roots.repo.ts'
import { trustRootView } from './update.view.ts'

type TrustRootOperations = Pick<typeof updates, Extract<keyof typeof updates, `system_update_trust_root_${string}`>>

export const trustRootsOps: Handlers<TrustRootOperations> = {
  system_update_trust_root_list(call) {
    call.access.onFleet()
    const roots = call.db.selectFrom('update_trust_roots').selectAll()
    return pageOf(call.page, call.sort, roots, { table: 'update_trust_roots', view: trustRootView })
  },

  async system_update_trust_root_create(call) {
    call.access.onFleet()
    await call.services.updateArchives.checkRoot(call.body, call.now)
    return call.transaction(async (tx) => {
      await lockTarget(tx)
      const root = await insertTrustRoot(tx, stringifyJson(call.body), call.now)
      call.target(root.id)
      return trustRootView(root)
    })
  },

  async system_update_trust_root_view(call) {
    const id = call.params.trust_root_id
    return trustRootView(requireOnFleet(call, 'tuf-trust-root', { id }, await findTrustRoot(call.db, id)))
  },

  system_update_trust_root_delete(call) {
    return call.transaction(async (tx) => {
      const id = call.params.trust_root_id
      requireOnFleet(call, 'tuf-trust-root', { id }, await findTrustRoot(tx, id))
      await lockTarget(tx)
      call.target(id)
      if (!(await deleteTrustRoot(tx, id))) throw notFound('tuf-trust-root', { id })
    })
  },
}
