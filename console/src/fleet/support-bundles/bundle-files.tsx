import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiPath } from '~/api/client.ts'
import { copyAsRowItems, copyRequest } from '~/shell/copy-request.ts'
import { readState } from '~/shell/reads.ts'
import { TabHeading } from '~/shell/tab-heading.tsx'
import type { Column } from '~/table/columns.ts'
import { FilterBar } from '~/table/filter-bar.tsx'
import { NoMatches } from '~/table/no-matches.tsx'
import { useQuickFilter } from '~/table/quick-filter.ts'
import { Table } from '~/table/table.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { copyItem } from '~/ui/menu.tsx'
import { indexQuery } from './queries.ts'

const pathOf = (path: string) => path
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

const addressOf = (bundleId: string, file: string) => apiPath('supportBundleDownloadFile', { path: { bundleId, file } })

const columnsOf = (bundleId: string): readonly Column<string>[] => [
  {
    id: 'path',
    header: 'File',
    cell: (path) => (
      <a href={addressOf(bundleId, path)} download aria-label={`Download ${path}`}>
        <span className="text-ink-3">{folderOf(path)}</span>
        {path.slice(folderOf(path).length)}
      </a>
    ),
    value: pathOf,
    mono: true,
  },
]

/** The files of a bundle, each to be downloaded alone. */
export function BundleFiles({ bundleId }: { bundleId: string }) {
  const index = useQuery(indexQuery(bundleId))
  const filter = useQuickFilter(index.data, { textOf: pathOf })
  const columns = useMemo(() => columnsOf(bundleId), [bundleId])
  return (
    <section aria-label="Files" className="pb-7">
      <TabHeading title="Files" />
      <FilterBar filter={filter} label="Filter files" />
      <Table
        label="Files"
        rows={filter.rows}
        columns={columns}
        getId={pathOf}
        rowActions={(file) => [
          copyItem('Copy path', file),
          ...copyAsRowItems(copyRequest('supportBundleDownloadFile', { path: { bundleId, file } })),
          {
            label: 'Download',
            separated: true,
            link: <a href={addressOf(bundleId, file)} download aria-label="Download" />,
          },
        ]}
        read={readState(index)}
        empty={filter.active ? <NoMatches onClear={filter.clear} /> : <EmptyState title="No files" />}
      />
    </section>
  )
}
