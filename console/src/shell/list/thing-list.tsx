import { type ComponentType, type ReactNode, useCallback } from 'react'
import type { ListMethod } from '~/api/queries.ts'
import type { BulkAction } from '~/table/bulk-bar.tsx'
import { stateGroup } from '~/table/quick-filter.ts'
import type { MenuItem } from '~/ui/menu.tsx'
import { useRefusal } from '../access/roles.ts'
import { usePolling } from '../live/polling.ts'
import type { ProjectThing } from '../things/thing.ts'
import type { Create } from './create-button.tsx'
import { ListPage, type ListPageProps } from './list-page.tsx'
import type { Row } from './list.ts'

interface ThingListProps<M extends ListMethod> extends Pick<ListPageProps<M>, 'columns' | 'textOf'> {
  of: ProjectThing<M>
  project: string
  actions: { menu: (row: Row<M>) => MenuItem[]; bulk: readonly BulkAction<Row<M>>[] }
  icon: ReactNode
  /** Instead of the create button where there is nothing. */
  emptyCreate?: ComponentType<{ project: string; create: Create }>
}

/** The list of a kind of thing in a project. */
export function ThingList<M extends ListMethod>({
  of: thing,
  project,
  actions,
  icon,
  emptyCreate: EmptyCreate,
  ...table
}: ThingListProps<M>) {
  const { kind, many, about, state } = thing
  const refusal = useRefusal(`${kind}_create`, { project })
  const pollEvery = usePolling(thing.polling as Parameters<typeof usePolling>[0])
  const groupOf = useCallback((row: Row<M>) => stateGroup(state(row)), [state])
  const create = { label: `New ${kind}`, to: thing.createPath(project), refusal }
  return (
    <ListPage
      {...table}
      title={many}
      source={thing.list(project)}
      create={create}
      view={thing.view}
      rowActions={(row) => actions.menu(row)}
      bulkActions={actions.bulk}
      groupOf={groupOf}
      itemLink={(row) => thing.path(project, (row as { name: string }).name)}
      pollEvery={pollEvery as ListPageProps<M>['pollEvery']}
      {...(EmptyCreate && { emptyCreate: <EmptyCreate project={project} create={create} /> })}
      emptyIcon={icon}
      emptyTitle={`No ${many.toLowerCase()}`}
      emptyBody={about}
    />
  )
}
