import type { quotas, SiloQuotas } from '@skerry/contract/identity/quotas.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { notFound } from '../../kernel/http/errors.ts'
import { requireMatch, tagged } from '../../kernel/http/etag.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { siloInPath } from '../silos/silos.scope.ts'
import { lockQuota, quotaOf, quotasOfSilos, refuseNegative, setQuota } from './quotas.repo.ts'

const view = ({ silo_id, cpus, memory, storage }: Row<'quotas'>): SiloQuotas => ({ silo_id, cpus, memory, storage })

export const quotasOps: Handlers<typeof quotas> = {
  system_quotas_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, quotasOfSilos(call.db), { table: 'silos', view })
  },

  async silo_quotas_view(call) {
    const silo = await siloInPath(call, call.db)
    return tagged(call, view(await quotaOf(call.db, silo.id)))
  },

  silo_quotas_update(call) {
    return call.transaction(async (tx) => {
      const { id } = await siloInPath(call, tx)
      call.target(id)
      refuseNegative(call.body)
      if (!(await lockQuota(tx, id))) throw notFound('silo', selector(call.params.silo))
      const before = view(await quotaOf(tx, id))
      requireMatch(call, before)
      const after = view(await setQuota(tx, id, call.body))
      call.target(id, differenceOf(before, after))
      return tagged(call, after)
    })
  },
}
