import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import { copyAsRowItems } from '~/form/copy-as-menu.tsx'
import { formatNumber } from '~/lib/format/numbers.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListTable } from '~/shell/list/whole-list-table.tsx'
import { readState } from '~/shell/page/reads.ts'
import type { Columns } from '~/table/columns.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { copyItem } from '~/ui/menu.tsx'
import { DateTime } from '~/ui/time.tsx'
import { AsnTab } from './asn-tab.tsx'
import { type Message, messagesOf } from './messages.ts'
import { historyQuery } from './queries.ts'

const route = getRouteApi('/_app/system/networking/bgp/history')

const columns: Columns<Message> = [
  { id: 'peer', header: 'Peer', cell: ({ peer }) => peer, value: ({ peer }) => peer, mono: true },
  { id: 'switch', header: 'Switch', value: (message) => message.switch },
  {
    id: 'time',
    header: 'Time',
    cell: ({ time }) => time && <DateTime date={time} seconds />,
    value: ({ time }) => time,
  },
  { id: 'direction', header: 'Direction', value: ({ direction }) => direction },
  { id: 'type', header: 'Message', value: ({ type }) => type },
  {
    id: 'details',
    header: 'Details',
    value: ({ details }) => details,
    mono: true,
    maxWidth: '32rem',
  },
]

const sessionOf = ({ switch: place, peer }: Message) => ({ key: `${place} ${peer}`, label: `${place} ${peer}` })

export function HistoryTab() {
  const { asn } = route.useSearch()
  const navigate = useNavigate()
  return (
    <AsnTab
      asn={asn}
      onChange={(next) => void navigate({ to: '.', search: { asn: next }, replace: true, resetScroll: false })}
    >
      {(of) => <Messages asn={of} />}
    </AsnTab>
  )
}

function Messages({ asn }: { asn: number }) {
  const query = useSuspenseQuery(historyQuery(asn))
  const { data } = query
  const { messages, total } = useMemo(() => messagesOf(data), [data])
  return (
    <>
      {total > messages.length && (
        <p className="mb-3 text-ink-2">
          The newest {formatNumber(messages.length)} of {formatNumber(total)} messages.
        </p>
      )}
      <WholeListTable
        label="Messages"
        rows={messages}
        columns={columns}
        groupOf={sessionOf}
        groupLabel="Session"
        sortedBy={{ column: 'time', descending: true }}
        rowActions={({ raw }) => [
          copyItem('Copy message', stringifyJson(raw)),
          ...copyAsRowItems(copyRequest('networkingBgpMessageHistory', { query: { asn } })),
        ]}
        read={readState(query)}
        empty={<EmptyState icon={<History />} title="No messages" body="This autonomous system has no peers." />}
      />
    </>
  )
}
