import { diskTransitional } from '@skerry/contract/rules/disks.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { pathTo } from '~/shell/paths/path.ts'
import type { ProjectThing } from '~/shell/things/thing.ts'
import { disksSource } from './queries.ts'

export const disk: ProjectThing<'diskList'> = {
  kind: 'disk',
  many: 'Disks',
  about:
    'A disk stores data for an instance. Detach it to use it with another instance, or snapshot it to keep a copy.',
  list: disksSource,
  view: ({ id }) => copyRequest('diskView', { path: { disk: id } }),
  listPath: (project) => pathTo('/projects/$project/disks', { project }),
  createPath: (project) => pathTo('/projects/$project/disks-new', { project }),
  path: (project, name) => pathTo('/projects/$project/disks/$disk', { project, disk: name }),
  state: ({ state }) => state.state,
  polling: { isMoving: diskTransitional, every: 3000, longest: 300_000, otherwise: false },
}
