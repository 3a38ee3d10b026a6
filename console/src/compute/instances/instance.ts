import { instanceAutoRestart, instanceTransitional } from '@skerry/contract/rules/instances.ts'
import type { Instance } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { pathTo } from '~/shell/paths/path.ts'
import type { ProjectThing } from '~/shell/things/thing.ts'
import { instancePath, instancesSource } from './queries.ts'

export const instance: ProjectThing<'instanceList'> = {
  kind: 'instance',
  many: 'Instances',
  about: 'An instance is a virtual machine with its own CPUs, memory, disks and addresses.',
  list: instancesSource,
  view: ({ id }) => copyRequest('instanceView', { path: { instance: id } }),
  listPath: (project) => pathTo('/projects/$project/instances', { project }),
  createPath: (project) => pathTo('/projects/$project/instances-new', { project }),
  path: instancePath,
  state: ({ runState }) => runState,
  polling: { isMoving: instanceTransitional, every: 3000, longest: 30_000, otherwise: 60_000 },
}

/** ms until the page of an instance reads it again: it is on its way, about to be restarted, cooling down, or at rest. */
export function pollInstanceEvery(shown: Instance | undefined): number | false {
  if (!shown) return false
  const restart = instanceAutoRestart(shown)
  if (instanceTransitional(shown) || restart === 'due') return 2000
  return restart === 'cooling' && 30_000
}
