import { copyRequest } from '~/shell/actions/copy-request.ts'
import { pathTo } from '~/shell/paths/path.ts'
import type { ProjectThing } from '~/shell/things/thing.ts'
import { snapshotsSource } from './queries.ts'

export const snapshot: ProjectThing<'snapshotList'> = {
  kind: 'snapshot',
  many: 'Snapshots',
  about: 'A snapshot is a copy of a disk at one moment. Create disks and images from it.',
  list: snapshotsSource,
  view: ({ id }) => copyRequest('snapshotView', { path: { snapshot: id } }),
  listPath: (project) => pathTo('/projects/$project/snapshots', { project }),
  createPath: (project) => pathTo('/projects/$project/snapshots-new', { project }),
  path: (project, name) => pathTo('/projects/$project/snapshots/$snapshot', { project, snapshot: name }),
  state: ({ state }) => state,
  polling: { isMoving: ({ state }) => state === 'creating', every: 3000, longest: 300_000, otherwise: false },
}
