import { instanceAutoRestart, instanceTransitional } from '@skerry/contract/rules/instances.ts'
import type { Instance } from '~/api/types.gen.ts'

/** ms until the instance is read again: it is on its way, about to be restarted, cooling down, or at rest. */
export function pollInstanceEvery(instance: Instance | undefined): number | false {
  if (!instance) return false
  const restart = instanceAutoRestart(instance)
  if (instanceTransitional(instance) || restart === 'due') return 2000
  return restart === 'cooling' && 30_000
}

export const maxDisks = 12
export const maxGroups = 16
