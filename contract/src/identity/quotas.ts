import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, page, resultsPage } from '../paging.ts'
import { ByteCount, int64, NameOrId, uuid } from '../values.ts'

export const SiloQuotas = z
  .object({ cpus: int64, memory: ByteCount, silo_id: uuid, storage: ByteCount })
  .meta({ id: 'SiloQuotas' })
export type SiloQuotas = z.infer<typeof SiloQuotas>

export const SiloQuotasUpdate = z
  .object({ cpus: int64.nullish(), memory: ByteCount.nullish(), storage: ByteCount.nullish() })
  .meta({ id: 'SiloQuotasUpdate' })
export type SiloQuotasUpdate = z.infer<typeof SiloQuotasUpdate>

export const quotas = defineOperations({
  system_quotas_list: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/silo-quotas',
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(SiloQuotas)],
  },
  silo_quotas_view: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/silos/{silo}/quotas',
    params: z.object({ silo: NameOrId }),
    answer: [200, SiloQuotas],
  },
  silo_quotas_update: {
    tag: 'system/silos',
    method: 'put',
    path: '/v1/system/silos/{silo}/quotas',
    params: z.object({ silo: NameOrId }),
    body: SiloQuotasUpdate,
    answer: [200, SiloQuotas],
  },
})
