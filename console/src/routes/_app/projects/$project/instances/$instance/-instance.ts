import { instanceAutoRestart, instanceTransitional } from '@skerry/contract/rules/instances.ts'
import { isUuid } from '@skerry/contract/rules/names.ts'
import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { Instance } from '~/api/types.gen.ts'

/** What the URL of an instance's page says: names, or ids. */
export interface InstanceParams {
  project: string
  instance: string
}

/** Selects the instance of the URL; an id stands alone. */
export const instanceSelector = ({ project, instance }: InstanceParams) => ({
  path: { instance },
  ...(!isUuid(instance) && { query: { project } }),
})

export const instanceQuery = (params: InstanceParams) => apiQuery('instanceView', instanceSelector(params))

export const instanceDisksQuery = (params: InstanceParams) =>
  wholeListQuery('instanceDiskList', instanceSelector(params))

/** ms until the instance is read again: it is on its way, about to be restarted, cooling down, or at rest. */
export function pollInstanceEvery(instance: Instance | undefined): number | false {
  if (!instance) return false
  const restart = instanceAutoRestart(instance)
  if (instanceTransitional(instance) || restart === 'due') return 2000
  return restart === 'cooling' && 30_000
}

export const maxDisks = 12
export const maxGroups = 16
