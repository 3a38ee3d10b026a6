import { roles } from '@skerry/contract/rules/roles.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { siloPolicyQuery, useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListTable } from '~/shell/list/whole-list-table.tsx'
import { failureOf, readState, refreshOf } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import type { Path } from '~/shell/paths/path.ts'
import type { Columns } from '~/table/columns.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { Badge } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import type { Refresh } from '~/ui/page-header.tsx'
import { ReadFailureNotice, type ReadState } from '~/ui/read-failure.tsx'
import { useTooltip } from '~/ui/tooltip.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { VisuallyHidden } from '~/ui/visually-hidden.tsx'
import { type AccessRow, accessRows } from './access-rows.ts'
import { type PolicyHolder, policyQuery } from './holders.ts'
import { usePeople } from './people.ts'
import { askToRemove, useOwnIdentities } from './role-actions.tsx'
import { roleLabel } from './role-words.ts'

const RolePanel = lazyPart(() => import('./role-panel.tsx'))

interface PolicyEditorOptions {
  /** Where a user or group has a page. */
  pageOf?: (row: AccessRow) => Path
  /** Rows that no line of the policy makes, below the others: with actions of their own. */
  others?: readonly AccessRow[]
}

interface PolicyEditor {
  /** For the head of the page. */
  addButton: ReactNode
  refresh: Refresh
  /** The same for a tab's heading. */
  read: ReadState
  /** The table, and the panels over it. */
  table: ReactNode
}

/**
 * Who has a role somewhere, and how it is given, changed and taken away: parts of a page. What has a policy is one of
 * `console/src/identity/policies/holders.ts`, and the page's loader reads it by `loadPolicy`:
 *
 *     loader: ({ context }) => loadPolicy(context, ownSilo),
 *
 *     const { addButton, refresh, table } = usePolicyEditor(ownSilo)
 *     <PageHeader title="Access" refresh={refresh}>{addButton}</PageHeader>
 *     {table}
 *
 * In a tab `<TabHeading title="Access" read={read}>` takes the place of the header. The route needs `validateSearch: listSearch`, for the sort.
 */
export function usePolicyEditor(holder: PolicyHolder, { pageOf, others = [] }: PolicyEditorOptions = {}): PolicyEditor {
  const query = useSuspenseQuery(policyQuery(holder))
  const { project, silo } = holder
  const inSilo = useQuery({ ...siloPolicyQuery, enabled: project !== undefined })
  const people = usePeople(holder.people)
  const own = useOwnIdentities()
  const refusal = useRefusal(holder.operation, { ...(project && { project }), ...(silo && { silo }) })
  const [panel, setPanel] = useState<{ changed?: AccessRow }>()
  const { data: policy } = query
  const { users, groups, failure } = people
  const above = project === undefined ? undefined : inSilo.data
  const given = useMemo(() => accessRows({ policy, above, users, groups }), [policy, above, users, groups])
  const rows = [...given, ...others]
  useQuickActions([
    { group: 'Actions', label: 'Add user or group', run: () => setPanel({}), refusal },
    ...(pageOf ? rows.map((row) => ({ group: 'Users and groups', label: row.name, to: pageOf(row) })) : []),
  ])
  const rowActions = (row: AccessRow): readonly MenuItem[] => {
    if (row.actions) return row.actions
    const rowRefusal = refusal ?? (row.own.length === 0 && 'No role at this level')
    return [
      { label: 'Change role', refusal: rowRefusal, onSelect: () => setPanel({ changed: row }) },
      { label: 'Remove', danger: true, refusal: rowRefusal, onSelect: () => askToRemove({ holder, policy, row, own }) },
    ]
  }
  const addButton = (
    <Button variant="primary" refusal={refusal} onClick={() => setPanel({})} data-hotkey="c" aria-keyshortcuts="c">
      Add user or group
    </Button>
  )
  const areNamesRead = !failure
  const aboveFailure = project === undefined ? undefined : failureOf(inSilo)
  const columns = useMemo(() => columnsOf(own, { pageOf, areNamesRead }), [own, pageOf, areNamesRead])
  const reads = project === undefined ? [query] : [query, inSilo]
  return {
    addButton,
    refresh: refreshOf(...reads),
    read: readState(...reads),
    table: (
      <>
        {aboveFailure && (
          <div className="mb-4">
            <ReadFailureNotice what="Roles in the silo, which count here too," failure={aboveFailure} />
          </div>
        )}
        {failure && (
          <div className="mb-4">
            <ReadFailureNotice what="The names" failure={failure} />
          </div>
        )}
        <WholeListTable
          label="Roles"
          rows={rows}
          columns={columns}
          copiedId={({ id, copiedId }) => copiedId ?? id}
          view={() => copyRequest(holder.view, holder.request)}
          rowActions={(row) => [...rowActions(row)]}
          groupOf={groupOf}
          groupLabel="Role"
          sortedBy={{ column: 'type', descending: false }}
          empty={
            <EmptyState
              icon={<UsersRound />}
              title="No roles assigned"
              body="Roles decide what users and group members can see and do."
            >
              {addButton}
            </EmptyState>
          }
        />
        {panel && (
          <PartBoundary onFailed={() => setPanel(undefined)}>
            <RolePanel
              holder={holder}
              policy={policy}
              people={people}
              changed={panel.changed}
              onClose={() => setPanel(undefined)}
            />
          </PartBoundary>
        )}
      </>
    ),
  }
}

const groupOf = ({ role }: AccessRow) => ({ key: role, label: roleLabel[role], rank: roles.indexOf(role) })

const columnsOf = (
  own: ReadonlySet<string>,
  { pageOf, areNamesRead }: Pick<PolicyEditorOptions, 'pageOf'> & { areNamesRead: boolean },
): Columns<AccessRow> => [
  {
    id: 'name',
    header: 'Name',
    cell: (row) => (
      <span className="inline-flex max-w-full items-center gap-2">
        {!row.isKnown ? (
          <UnknownIdentity id={row.id} tip={areNamesRead ? unknown : unread} />
        ) : pageOf ? (
          <Link to={pageOf(row)} className="truncate">
            {row.name}
          </Link>
        ) : (
          <span className="truncate">{row.name}</span>
        )}
        {own.has(row.id) && <Badge>{row.type === 'silo_user' ? 'you' : 'your group'}</Badge>}
      </span>
    ),
    value: ({ name }) => name,
  },
  { id: 'type', header: 'Type', cell: ({ kind }) => kind, value: ({ kind }) => kind },
  {
    id: 'role',
    header: 'Role',
    cell: ({ sources }) => <MoreCell items={sources} />,
    value: ({ role }) => roles.indexOf(role),
  },
]

const unknown = 'Not a user or group that you can see. It may be deleted, or belong to another silo.'
const unread = 'Its name could not be read.'

function UnknownIdentity({ id, tip }: { id: string; tip: string }) {
  const tooltip = useTooltip(tip)
  return (
    <span {...tooltip} className="min-w-0">
      <ShortId id={id} length={36} />
      <VisuallyHidden> {tip}</VisuallyHidden>
    </span>
  )
}
