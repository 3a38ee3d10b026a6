import type { SiloQuotas } from '~/api/types.gen.ts'
import { amountsOf, type Amounts, resources } from '~/identity/utilization/resources.ts'
import { ConflictError, type Difference } from '~/shell/conflict.tsx'
import { rewrite } from '~/shell/rewrite.ts'

/** Those that a form changes. */
export type QuotasChange = Partial<Amounts>

/** What somebody else changed of what the change would overwrite. */
function differences(original: Amounts, fresh: SiloQuotas, change: QuotasChange): Difference[] {
  const now = amountsOf(fresh)
  return resources
    .filter(({ key }) => change[key] !== undefined && original[key] !== now[key])
    .map(({ key, label, inWords }) => ({ what: label, before: inWords(original[key]), now: inWords(now[key]) }))
}

/**
 * Changes some quotas of a silo, without overwriting anybody.
 * @param original the quotas that the form began with.
 * @throws ConflictError<SiloQuotas> where one of those changed is not what it was; nothing is written then.
 */
export const updateQuotas = (silo: string, original: Amounts, change: QuotasChange): Promise<SiloQuotas> =>
  rewrite({
    view: 'siloQuotasView',
    at: { path: { silo } },
    update: 'siloQuotasUpdate',
    request: (fresh) => {
      const found = differences(original, fresh, change)
      if (found.length > 0) throw new ConflictError(fresh, found)
      return { path: { silo }, body: change }
    },
  })
