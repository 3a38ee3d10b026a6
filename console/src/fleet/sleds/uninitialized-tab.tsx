import { useSuspenseQuery } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import type { UninitializedSled } from '~/api/types.gen.ts'
import { baseboardColumns, serialColumn } from '~/fleet/baseboard.tsx'
import { RackLink } from '~/fleet/hardware-links.tsx'
import { copyAsRowItems } from '~/form/copy-as-menu.tsx'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { TabHeading } from '~/shell/list/tab-heading.tsx'
import { readState } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { FilterBar } from '~/table/filter-bar.tsx'
import { NoMatches } from '~/table/no-matches.tsx'
import { useQuickFilter } from '~/table/quick-filter.ts'
import { Table } from '~/table/table.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { copyItem } from '~/ui/menu.tsx'
import { uninitializedSledsQuery } from './queries.ts'
import { askToAddSled } from './sled-actions.tsx'
import { BeingAdded } from './sleds-being-added.tsx'

const columns: readonly Column<UninitializedSled>[] = [
  serialColumn(({ baseboard }) => baseboard.serial),
  { id: 'cubby', header: 'Cubby', cell: ({ cubby }) => cubby, value: ({ cubby }) => cubby },
  {
    id: 'rack',
    header: 'Rack',
    cell: ({ rackId }) => <RackLink id={rackId} />,
    value: ({ rackId }) => rackId,
  },
  ...baseboardColumns,
  {
    id: 'state',
    header: 'State',
    cell: ({ timeAdding }) => (timeAdding ? <BeingAdded since={timeAdding} /> : 'Not added yet'),
    value: ({ timeAdding }) => (timeAdding ? 'Being added' : 'Not added yet'),
  },
]

const serialOf = ({ baseboard }: UninitializedSled) => baseboard.serial
const keyOf = ({ baseboard: { part, serial } }: UninitializedSled) => `${part} ${serial}`
const filtering = {
  textOf: (sled: UninitializedSled) => columns.map(({ value }) => String(value?.(sled))).join('\n'),
}

export function UninitializedTab() {
  const query = useSuspenseQuery({ ...uninitializedSledsQuery, refetchInterval: 10_000 })
  const filter = useQuickFilter(query.data, filtering)
  const refusal = useRefusal('sled_add')
  return (
    <>
      <TabHeading title="Uninitialized" />
      {query.data.length > 0 && <FilterBar filter={filter} label="Filter uninitialized sleds" />}
      <Table
        label="Uninitialized sleds"
        rows={filter.rows}
        columns={columns}
        getId={keyOf}
        getName={serialOf}
        read={readState(query)}
        rowActions={(sled) => [
          copyItem('Copy serial number', serialOf(sled)),
          ...copyAsRowItems(copyRequest('sledListUninitialized', {})),
          {
            label: 'Add sled',
            separated: true,
            refusal: refusal ?? (sled.timeAdding && 'The sled is being added'),
            onSelect: () => askToAddSled(sled),
          },
        ]}
        empty={
          filter.active ? (
            <NoMatches onClear={filter.clear} />
          ) : (
            <EmptyState
              icon={<PackagePlus />}
              title="No uninitialized sleds"
              body="New sleds in a rack are listed here until they are added to the system."
            />
          )
        }
      />
    </>
  )
}
