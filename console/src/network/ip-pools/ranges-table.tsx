import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callOrThrow, refreshAfter, type RequestOf } from '~/api/queries.ts'
import type { IpPoolRange, IpRange } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { confirm } from '~/lib/confirm.ts'
import type { CopyRequest } from '~/lib/copy-as.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { WholeListTable } from '~/shell/list/whole-list-table.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import type { Columns } from '~/table/columns.ts'
import { createdColumn } from '~/table/named-columns.tsx'

type Row = IpPoolRange & { name: string }

const columns: Columns<Row> = [
  { id: 'first', header: 'First', cell: ({ range }) => range.first, value: ({ range }) => range.first, mono: true },
  { id: 'last', header: 'Last', cell: ({ range }) => range.last, value: ({ range }) => range.last, mono: true },
  createdColumn,
]

const nameOf = ({ range: { first, last } }: IpPoolRange) => `${first} to ${last}`

type Removal = 'ipPoolRangeRemove' | 'ipPoolServiceRangeRemove'

interface RangesTableProps<M extends Removal> {
  list: UseQueryResult<IpPoolRange[]>
  /** The request that lists them, for *Copy as*. */
  view: CopyRequest
  /** What Remove calls. */
  method: M
  request: (range: IpRange) => RequestOf<M>
  /** Why none can be removed. */
  refusal: string | undefined
  /** Shown where there is none. */
  none: string
}

export function RangesTable<M extends Removal>(props: RangesTableProps<M>) {
  const { list, view, method, request, refusal, none } = props
  const rows = useMemo(() => list.data?.map((range): Row => ({ ...range, name: nameOf(range) })), [list.data])
  const askToRemove = ({ range, name }: Row) =>
    confirm({
      title: 'Remove range',
      danger: true,
      body: (
        <>
          No more addresses of <b>{name}</b> are given out.
        </>
      ),
      copyAs: <CopyAsButton request={copyRequest(method, request(range))} />,
      action: async () => {
        await callOrThrow(method, request(range))
        toast({ content: outcome('Range', name, 'removed') })
        void refreshAfter(method)
      },
    })
  return (
    <WholeListTable
      label="Ranges"
      rows={rows}
      read={{ failure: failureOf(list) }}
      columns={columns}
      view={() => view}
      rowActions={(range) => [
        { label: 'Remove', danger: true, refusal: refusal, onSelect: () => void askToRemove(range) },
      ]}
      empty={<p className="px-4 py-3.5 text-ink-2">{none}</p>}
    />
  )
}
