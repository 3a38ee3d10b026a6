import type { SiloQuotas } from '~/api/types.gen.ts'
import { amountsOf, type Amounts, type ResourceKey, resources } from '~/identity/utilization/resources.ts'
import { writeMerged } from '~/shell/conflict/rewrite.ts'
import { fields, type Merge, whole } from '~/shell/conflict/three-way.ts'

/** Those that are not what they were. */
export const quotasChange = (before: Amounts, after: Amounts): Partial<Amounts> =>
  Object.fromEntries(resources.filter(({ key }) => before[key] !== after[key]).map(({ key }) => [key, after[key]]))

const mergeQuotas = fields<Amounts>(
  Object.fromEntries(resources.map(({ key, label, inWords }) => [key, whole(label, inWords)])) as Record<
    ResourceKey,
    Merge<number>
  >,
)

/** Puts a change of a silo's quotas onto what is there now. @throws ConflictError<Amounts> */
export const updateQuotas = (silo: string, base: Amounts, mine: Amounts): Promise<SiloQuotas> =>
  writeMerged(
    {
      view: 'siloQuotasView',
      at: { path: { silo } },
      update: 'siloQuotasUpdate',
      read: amountsOf,
      merge: mergeQuotas,
      request: (merged, fresh) => ({ path: { silo }, body: quotasChange(fresh, merged) }),
    },
    base,
    mine,
  )
