import type { updates } from '@skerry/contract/fleet/updates.ts'
import { targetProblem } from '@skerry/contract/rules/versions.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { differenceOf } from '../../../kernel/http/difference.ts'
import { invalidRequest, notFound } from '../../../kernel/http/errors.ts'
import { fleet } from '../../../kernel/sagas/saga.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import { raiseAlert } from '../../alerts/raise-alert.ts'
import { markWaiting, listComponents } from './components.repo.ts'
import { repositoriesOps } from './repositories.ops.ts'
import { findRepository } from './repositories.repo.ts'
import { rolloutSaga } from './rollout.saga.ts'
import { lockTarget, readTarget, setTarget } from './target-release.repo.ts'
import { trustRootsOps } from './trust-roots.ops.ts'
import { targetReleaseView } from './update.view.ts'

const versionOf = ({ system_version, generation }: Row<'target_release'>) => ({ system_version, generation })

export const updatesOps: Handlers<typeof updates> = {
  ...repositoriesOps,
  ...trustRootsOps,

  async target_release_view(call) {
    call.access.onFleet()
    return targetReleaseView(await readTarget(call.db), await listComponents(call.db))
  },

  async target_release_update(call) {
    call.access.onFleet()
    const { services, now } = call
    const version = call.body.system_version
    const inventory = await services.platform.hardware.inventory()
    return call.transaction(async (tx) => {
      const present = await lockTarget(tx)
      if (!(await findRepository(tx, version))) throw notFound('tuf-repo', { name: version })
      const problem = targetProblem(version, present.system_version ?? undefined)
      if (problem) throw invalidRequest(problem)
      const sagaId = randomId()
      const target = await setTarget(tx, version, sagaId, now)
      call.target(version, differenceOf(versionOf(present), versionOf(target)))
      const generation = Number(target.generation)
      await raiseAlert(tx, 'update.target_changed', { generation, system_version: version }, now)
      await markWaiting(tx, target, inventory, now)
      await services.sagas.begin(tx, rolloutSaga, { generation }, fleet, sagaId)
      return targetReleaseView(target, await listComponents(tx))
    })
  },
}
