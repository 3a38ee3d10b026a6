import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { keepEqual } from '~/api/keep-equal.ts'
import { confirm } from '~/lib/confirm.ts'
import { type BulkAction, BulkBar } from '~/table/bulk-bar.tsx'
import type { Column } from '~/table/columns.ts'
import { FilterBar } from '~/table/filter-bar.tsx'
import { MoreCell } from '~/table/more-cell.tsx'
import { NoMatches } from '~/table/no-matches.tsx'
import { Pagination } from '~/table/pagination.tsx'
import { stateGroup, useQuickFilter } from '~/table/quick-filter.ts'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { useSelection } from '~/table/selection.ts'
import type { Sort } from '~/table/sort.ts'
import { Table } from '~/table/table.tsx'
import { StateBadge } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { copyItem } from '~/ui/menu.tsx'
import { DateTime, RelativeTime } from '~/ui/time.tsx'

interface Machine {
  id: string
  name: string
  state: string
  cpus: number
  addresses: string[] | null | undefined
  created: Date
}

const states = ['running', 'running', 'starting', 'failed', 'stopped']
const count = Number(new URLSearchParams(location.search).get('rows') ?? 7)
const machines: Machine[] = Array.from({ length: count }, (_, index) => ({
  id: `vm-${index}`,
  name: index === 3 ? 'a'.repeat(62) + '1' : `api-${index + 1}`,
  state: states[index % states.length]!,
  cpus: 2 ** (index % 5),
  addresses: index % 3 === 0 ? ['203.0.113.14', '203.0.113.15'] : index % 3 === 1 ? null : undefined,
  created: new Date(Date.UTC(2026, 9, 14, 8, index)),
}))

const drawn = new Map<string, number>()
const countDrawn = (id: string) => {
  drawn.set(id, (drawn.get(id) ?? 0) + 1)
  return drawn.get(id)
}

const columns: Column<Machine>[] = [
  { id: 'name', header: 'Name', cell: (row) => <Link to="/settings">{row.name}</Link>, value: (row) => row.name },
  {
    id: 'state',
    header: 'State',
    cell: (row) => <StateBadge state={row.state} note={<RelativeTime date={row.created} />} />,
    value: (row) => row.state,
  },
  {
    id: 'cpus',
    header: 'CPU',
    cell: (row) => (
      <>
        {row.cpus} <span className="text-ink-3">vCPUs</span>
      </>
    ),
    value: (row) => row.cpus,
  },
  {
    id: 'ips',
    header: 'External IPs',
    mono: true,
    cell: (row) => <SecondaryCell value={row.addresses}>{(items) => <MoreCell items={items} />}</SecondaryCell>,
  },
  { id: 'drawn', header: 'Drawn', cell: ({ id }) => countDrawn(id) },
  { id: 'created', header: 'Created', cell: (row) => <DateTime date={row.created} />, value: (row) => row.created },
]

const getId = (row: Machine) => row.id
const getName = (row: Machine) => row.name
/** The machines as another reading gives them. @param changed one that is in another state since. */
const readAgain = (before: readonly Machine[], changed?: string) =>
  keepEqual(
    before,
    structuredClone(before).map((each) => (each.id === changed ? { ...each, state: 'stopping' } : each)),
  ) as readonly Machine[]

const filterBy = { textOf: (row: Machine) => `${row.name} ${row.id}`, groupOf: (row: Machine) => stateGroup(row.state) }
const rowActions = (row: Machine) => [
  copyItem('Copy ID', row.id),
  { label: 'Stop', refusal: row.state !== 'running' && 'Only a running instance can be stopped' },
  {
    label: 'Delete',
    danger: true,
    onSelect: () => void confirm({ title: 'Delete instance', danger: true, body: <b>{row.name}</b> }),
  },
]

const actions: readonly BulkAction<Machine>[] = [
  {
    label: 'Stop',
    things: 'instances',
    consequence: 'Their disks and addresses stay.',
    unless: (row) => row.state !== 'running' && 'Not running',
    run: async (row) => {
      if (row.name === 'api-2') throw new Error('Host is away')
    },
  },
]

export function GalleryTable() {
  const [read, setRead] = useState<{ times: number; rows: readonly Machine[] }>({ times: 0, rows: machines })
  const again = (changed?: string) =>
    setRead(({ times, rows }) => ({ times: times + 1, rows: readAgain(rows, changed) }))
  const filter = useQuickFilter(read.rows, filterBy)
  const view = useMemo(() => filter.rows?.map(getId) ?? [], [filter.rows])
  const selection = useSelection(view)
  const [sort, setSort] = useState<Sort>({ column: 'name', descending: false })
  const [pageSize, setPageSize] = useState(50)
  return (
    <>
      <FilterBar filter={filter} label="Filter by name, address, id">
        <Button onClick={() => again()}>Read again</Button>
        <Button onClick={() => again('vm-1')}>Read a change</Button>
        <span>Read {read.times} times</span>
      </FilterBar>
      <Table
        label="Instances"
        rows={filter.rows}
        columns={columns}
        getId={getId}
        getName={getName}
        rowActions={rowActions}
        selection={selection}
        renderBar={(rows) => (
          <BulkBar rows={rows} actions={actions} getId={getId} getName={getName} onClear={selection.clear} />
        )}
        sort={sort}
        onSort={setSort}
        sortable="all"
        empty={<NoMatches onClear={filter.clear} />}
      />
      <div className="h-6" />
      <Table
        label="Loading"
        rows={undefined}
        columns={columns}
        getId={getId}
        rowActions={rowActions}
        sortable={['name', 'id']}
        onSort={setSort}
      />
      <Pagination
        pageSize={pageSize}
        pageSizes={[50, 100, 200]}
        onPageSize={setPageSize}
        onPrev={undefined}
        onNext={() => undefined}
      />
    </>
  )
}
