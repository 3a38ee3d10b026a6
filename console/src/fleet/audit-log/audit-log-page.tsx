import { MAX_EXPORTED } from '@skerry/contract/rules/audit-log.ts'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { apiPath } from '~/api/client.ts'
import type { AuditFormat, AuditLogEntry } from '~/api/types.gen.ts'
import { formatNumber } from '~/lib/format/numbers.ts'
import { upperFirst } from '~/lib/format/words.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { stateLabel } from '~/ui/badge.tsx'
import { Dash } from '~/ui/facts.tsx'
import { MenuButton, type MenuItem } from '~/ui/menu.tsx'
import { DateTime } from '~/ui/time.tsx'
import { useTooltip } from '~/ui/tooltip.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { AuditFilterForm } from './audit-filter-form.tsx'
import { actorOf, OutcomeBadge, outcomeTone } from './outcome-badge.tsx'
import { type AuditFilters, auditFilters, auditSource, queryOf } from './queries.ts'

const route = getRouteApi('/_app/system/_audit-log')

const about = `Every change, sign-in and download, kept for 90 days. An export has the entries that match the filters, at most the newest ${formatNumber(MAX_EXPORTED)}.`

const columns: readonly Column<AuditLogEntry>[] = [
  {
    id: 'time_created',
    header: 'Time',
    cell: ({ id, timestamp }) => (
      <Link to="/system/audit-log/$entry" params={{ entry: id }} search state>
        <DateTime date={timestamp} seconds />
      </Link>
    ),
    value: ({ timestamp }) => timestamp,
  },
  { id: 'operation', header: 'Operation', value: (row) => row.operation, mono: true },
  {
    id: 'outcome',
    header: 'Outcome',
    cell: (entry) => <OutcomeBadge entry={entry} />,
    value: ({ outcome, status }) => `${outcome} ${status}`,
  },
  { id: 'actor', header: 'Actor', value: actorOf },
  { id: 'silo', header: 'Silo', value: ({ siloName, siloId }) => siloName ?? siloId },
  {
    id: 'target',
    header: 'Target',
    cell: (entry) => <Target entry={entry} />,
    value: ({ target, targetName }) => targetName ?? target,
  },
  { id: 'source', header: 'Source', value: (row) => row.sourceAddress, mono: true },
]

/** The kind and name of what an entry is about; its id if it has no name or is gone. */
function Target({ entry: { target, targetKind, targetName } }: { entry: AuditLogEntry }) {
  const tooltip = useTooltip(targetName ? target : null)
  if (!target) return <Dash />
  if (!targetName) return <ShortId id={target} />
  return (
    <span {...tooltip} className="truncate">
      {targetKind && targetKind !== targetName && <span className="text-ink-3">{stateLabel(targetKind)} </span>}
      {targetKind === targetName ? stateLabel(targetName) : targetName}
    </span>
  )
}

const groupOf = ({ outcome }: AuditLogEntry) => ({
  key: outcome,
  label: upperFirst(outcome),
  tone: outcomeTone[outcome],
})

export function AuditLogPage() {
  const search = route.useSearch()
  const filters = useMemo(() => auditFilters({ ...search }), [search])
  const navigate = useNavigate()
  const only = (label: string, filter: AuditFilters): MenuItem => ({
    label,
    onSelect: () => void navigate({ to: '/system/audit-log', search: filter }),
  })
  return (
    <ListPage
      title="Audit Log"
      source={auditSource(filters)}
      columns={columns}
      actions={
        <MenuButton
          label="Export"
          variant="default"
          items={(['csv', 'jsonl'] as const).map((format) => exportItem(format, filters))}
        >
          Export
        </MenuButton>
      }
      narrowing={<AuditFilterForm key={JSON.stringify(filters)} filters={filters} />}
      nameOf={({ operation, timestamp }) => `${operation} at ${timestamp.toLocaleString()}`}
      groupOf={groupOf}
      view={({ id }) => copyRequest('auditLogEntryView', { path: { entryId: id } })}
      rowActions={({ operation, actorId, siloId, target }) => [
        only('Only this operation', { operation }),
        ...(actorId ? [only('Only this actor', { actor: actorId })] : []),
        ...(siloId ? [only('Only this silo', { silo: siloId })] : []),
        ...(target ? [only('Only this target', { target })] : []),
      ]}
      emptyIcon={<ScrollText />}
      emptyTitle={Object.keys(filters).length ? 'No entries match these filters' : 'No entries'}
      emptyBody={about}
    />
  )
}

const exportItem = (format: AuditFormat, filters: AuditFilters): MenuItem => {
  const label = format === 'csv' ? 'As CSV' : 'As JSON lines'
  const address = apiPath('auditLogExport', { query: { format, ...queryOf(filters) } })
  return { label, link: <a href={address} download aria-label={label} /> }
}
