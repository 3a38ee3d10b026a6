import type { ReactNode } from 'react'
import { EmptyState } from '~/ui/empty-state.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { PageOutlet } from '~/ui/page-outlet.tsx'
import { type Read, readState, refreshOf } from '../page/reads.ts'
import { useQuickActions } from '../palette/quick-actions.ts'
import type { Path } from '../paths/path.ts'
import { type Create, createAction, CreateButton } from './create-button.tsx'
import { TabHeading } from './tab-heading.tsx'
import { type NamedRow, WholeListTable, type WholeListTableProps } from './whole-list-table.tsx'

interface WholeListPageProps<T extends NamedRow> extends Omit<WholeListTableProps<T>, 'label' | 'read' | 'empty'> {
  title: string
  /** The queries behind the rows. */
  reads: readonly [Read, ...Read[]]
  /** Stands in a page that has a title of its own: in a tab of a thing. */
  below?: boolean
  create?: Create
  actions?: ReactNode
  /** Where quick actions lead for a row. */
  itemLink?: (row: T) => Path
  /** Behind the header's info button; `emptyBody` unless given. */
  about?: string
  emptyIcon: ReactNode
  emptyTitle: string
  /** One sentence on what the thing is for. */
  emptyBody: string
  /** Instead of the create button where there are no rows. */
  emptyActions?: ReactNode
  /** Between header and table. */
  children?: ReactNode
}

/** A page, or with `below` a tab, that is a table of a whole list. Panels of its route show over it. */
export function WholeListPage<T extends NamedRow>(props: WholeListPageProps<T>) {
  const { title, reads, below, create, actions, itemLink, about, children, ...rest } = props
  const { emptyIcon, emptyTitle, emptyBody, emptyActions, ...table } = rest
  useQuickActions([
    ...(create ? [createAction(create)] : []),
    ...(itemLink ? (props.rows ?? []).map((row) => ({ group: title, label: row.name, to: itemLink(row) })) : []),
  ])
  const createButton = create && <CreateButton {...create} />
  const list = (
    <WholeListTable
      label={title}
      read={below ? readState(...reads) : undefined}
      empty={
        <EmptyState icon={emptyIcon} title={emptyTitle} body={emptyBody}>
          {emptyActions ?? createButton}
        </EmptyState>
      }
      {...table}
    />
  )
  return (
    <>
      {below ? (
        <TabHeading title={title}>
          {actions}
          {createButton}
        </TabHeading>
      ) : (
        <PageHeader title={title} refresh={refreshOf(...reads)} about={{ title, text: about ?? emptyBody }}>
          {actions}
          {createButton}
        </PageHeader>
      )}
      {children}
      {below ? list : <div className="pb-7">{list}</div>}
      <PageOutlet />
    </>
  )
}
