import type { UseQueryResult } from '@tanstack/react-query'
import { callOrThrow, refreshAfter, type RequestOf } from '~/api/queries.ts'
import type { IpPoolRange, IpRange } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import type { CopyRequest } from '~/form/copy-as.ts'
import { copyRequest, rowMenu } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { failureOf } from '~/shell/reads.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn } from '~/table/named-columns.tsx'
import { Table } from '~/table/table.tsx'
import { confirm } from '~/ui/confirm.ts'
import { toast } from '~/ui/toast.ts'

const columns: readonly Column<IpPoolRange>[] = [
  { id: 'first', header: 'First', cell: ({ range }) => range.first, mono: true },
  { id: 'last', header: 'Last', cell: ({ range }) => range.last, mono: true },
  createdColumn,
]

const wordsOf = ({ first, last }: IpRange) => `${first} to ${last}`

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
  /** What is said where there is none. */
  none: string
}

/** The ranges of a pool, by their first address. */
export function RangesTable<M extends Removal>(props: RangesTableProps<M>) {
  const { list, view, method, request, refusal, none } = props
  const askToRemove = ({ range }: IpPoolRange) =>
    confirm({
      title: 'Remove range',
      danger: true,
      body: (
        <>
          <b>{wordsOf(range)}</b>: no address of it is given out any more.
        </>
      ),
      copyAs: <CopyAsButton request={copyRequest(method, request(range))} />,
      action: async () => {
        await callOrThrow(method, request(range))
        toast({ content: outcome('Range', wordsOf(range), 'removed') })
        void refreshAfter(method)
      },
    })
  return (
    <Table
      label="Ranges"
      rows={list.data}
      failure={failureOf(list)}
      columns={columns}
      getId={({ id }) => id}
      getName={({ range }) => wordsOf(range)}
      rowActions={(range) =>
        rowMenu(range.id, view, [
          { label: 'Remove', danger: true, disabled: refusal, onSelect: () => void askToRemove(range) },
        ])
      }
      empty={<p className="px-4 py-3.5 text-ink-2">{none}</p>}
    />
  )
}
