import type { Utilization } from '~/api/types.gen.ts'
import { amountsOf, type ResourceKey, resources } from '~/identity/utilization/resources.ts'
import { inSentence } from '~/lib/format/words.ts'

/** Why nothing more of these resources can be provisioned in a silo. */
export function quotaBlocks(
  { capacity, provisioned }: Utilization,
  keys: readonly ResourceKey[],
): (string | undefined)[] {
  const [most, used] = [amountsOf(capacity), amountsOf(provisioned)]
  return resources
    .filter(({ key }) => keys.includes(key) && used[key] >= most[key])
    .map(({ key, label }) =>
      most[key] === 0
        ? `The silo has no quota of ${inSentence(label)}. Ask an operator for it.`
        : `The silo has used all of its ${inSentence(label)} quota. Ask an operator for more.`,
    )
}

/** Instances get their outbound and ephemeral addresses from it. */
export const noPool = 'The silo has no default IP pool. Ask an operator to link one.'
