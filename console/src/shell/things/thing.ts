import type { ListMethod } from '~/api/queries.ts'
import type { CopyRequest } from '~/lib/copy-as.ts'
import type { ListSource, Row } from '../list/list.ts'
import type { PollingRules } from '../live/polling.ts'
import type { Path } from '../paths/path.ts'

/** A kind of thing in projects: what its list, its page, its actions and their words derive from. */
export interface ProjectThing<M extends ListMethod> {
  /** As its operations name it: `disk` of `disk_create`. */
  kind: 'disk' | 'instance' | 'snapshot'
  /** The title of its list; `disks` in sentences. */
  many: string
  /** One sentence or two on what it is for. */
  about: string
  list: (project: string) => ListSource<M>
  view: (thing: Row<M>) => CopyRequest
  listPath: (project: string) => Path
  createPath: (project: string) => Path
  path: (project: string, name: string) => Path
  state: (thing: Row<M>) => string
  polling: PollingRules<Row<M>>
}
