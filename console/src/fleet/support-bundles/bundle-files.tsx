import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { apiPath } from '~/api/client.ts'
import { copyAsRowItems } from '~/form/copy-as-menu.tsx'
import { formatBytes } from '~/lib/format/numbers.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { TabHeading } from '~/shell/list/tab-heading.tsx'
import { readState } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { FilterBar } from '~/table/filter-bar.tsx'
import { NoMatches } from '~/table/no-matches.tsx'
import { useQuickFilter } from '~/table/quick-filter.ts'
import type { Sort } from '~/table/sort.ts'
import { Table } from '~/table/table.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { copyItem } from '~/ui/menu.tsx'
import { DateTime } from '~/ui/time.tsx'
import { useTooltip } from '~/ui/tooltip.tsx'
import { isCut } from '~/ui/truncate.tsx'
import { type BundleFile, filesQuery } from './queries.ts'

const BundleFileView = lazyPart(() => import('./bundle-file-view.tsx'))

/** Larger files are only downloaded. */
const mostBytes = 512 * 1024

const pathOf = ({ path }: BundleFile) => path
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

const addressOf = (bundleId: string, file: string) => apiPath('supportBundleDownloadFile', { path: { bundleId, file } })

/** Why a file cannot be shown on the page. */
const viewRefusal = ({ path, size = Number.POSITIVE_INFINITY }: BundleFile): string | undefined =>
  !/\.(json|jsonl|txt|log)$/.test(path)
    ? 'Only text and JSON can be viewed'
    : size > mostBytes
      ? `Only files of at most ${formatBytes(mostBytes)} can be viewed`
      : undefined

const Path = ({ path }: { path: string }) => (
  <>
    <span className="text-ink-3">{folderOf(path)}</span>
    {path.slice(folderOf(path).length)}
  </>
)

function ViewButton({ path, onView }: { path: string; onView: (path: string) => void }) {
  const whole = useTooltip(path, isCut)
  return (
    <button
      {...whole}
      type="button"
      aria-label={`View ${path}`}
      onClick={() => onView(path)}
      className="block max-w-full truncate text-left text-accent hover:underline"
    >
      <Path path={path} />
    </button>
  )
}

const columnsOf = (bundleId: string, onView: (path: string) => void): readonly Column<BundleFile>[] => [
  {
    id: 'path',
    header: 'File',
    cell: (file) =>
      viewRefusal(file) ? (
        <a href={addressOf(bundleId, file.path)} download aria-label={`Download ${file.path}`}>
          <Path path={file.path} />
        </a>
      ) : (
        <ViewButton path={file.path} onView={onView} />
      ),
    value: pathOf,
    mono: true,
  },
  {
    id: 'size',
    header: 'Size',
    cell: ({ size }) => (size === undefined ? null : formatBytes(size)),
    value: ({ size }) => size,
    mono: true,
    alignEnd: true,
  },
  {
    id: 'time',
    header: 'Time',
    cell: ({ timeModified }) => timeModified && <DateTime date={timeModified} seconds />,
    value: ({ timeModified }) => timeModified,
  },
]

/** The files of a bundle, each to view or download. */
export function BundleFiles({ bundleId }: { bundleId: string }) {
  const files = useQuery(filesQuery(bundleId))
  const filter = useQuickFilter(files.data, { textOf: pathOf })
  const [viewed, setViewed] = useState<string>()
  const [sort, setSort] = useState<Sort>({ column: 'path', descending: false })
  const columns = useMemo(() => columnsOf(bundleId, setViewed), [bundleId])
  const close = () => setViewed(undefined)
  return (
    <section aria-label="Files" className="pb-7">
      <TabHeading title="Files" />
      <FilterBar filter={filter} label="Filter files" />
      <Table
        label="Files"
        rows={filter.rows}
        columns={columns}
        getId={pathOf}
        sort={sort}
        onSort={setSort}
        sortable="all"
        rowActions={(file) => [
          { label: 'View', refusal: viewRefusal(file), onSelect: () => setViewed(file.path) },
          copyItem('Copy path', file.path),
          ...copyAsRowItems(copyRequest('supportBundleDownloadFile', { path: { bundleId, file: file.path } })),
          {
            label: 'Download',
            separated: true,
            link: <a href={addressOf(bundleId, file.path)} download aria-label="Download" />,
          },
        ]}
        read={readState(files)}
        empty={filter.active ? <NoMatches onClear={filter.clear} /> : <EmptyState title="No files" />}
      />
      {viewed && (
        <PartBoundary onFailed={close}>
          <BundleFileView bundleId={bundleId} path={viewed} address={addressOf(bundleId, viewed)} onClose={close} />
        </PartBoundary>
      )}
    </section>
  )
}
