import { useSuspenseQuery } from '@tanstack/react-query'
import { HeartPulse } from 'lucide-react'
import { useMemo } from 'react'
import type { BfdState, BfdStatus } from '~/api/types.gen.ts'
import { copyAsRowItems } from '~/form/copy-as-menu.tsx'
import { formatNumber } from '~/lib/format/numbers.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import type { Columns } from '~/table/columns.ts'
import { addressColumn } from '~/table/named-columns.tsx'
import { StateBadge, stateLabel, type Tone } from '~/ui/badge.tsx'
import { copyItem } from '~/ui/menu.tsx'
import { modeLabel } from './bfd-words.ts'
import { sessionsQuery } from './queries.ts'

const sessionTone: Record<BfdState, Tone> = { up: 'ok', init: 'busy', down: 'bad', admin_down: 'idle' }

const about = 'A BFD session detects within moments that a router is unreachable. Traffic then takes another path.'

type Session = BfdStatus & { id: string; name: string }

const columns: Columns<Session> = [
  addressColumn('peer', 'Peer', ({ peer }) => peer),
  { id: 'switch', header: 'Switch', value: (session) => session.switch },
  { id: 'local', header: 'Local', cell: ({ local }) => local, value: ({ local }) => local, mono: true },
  { id: 'mode', header: 'Mode', cell: ({ mode }) => modeLabel[mode], value: ({ mode }) => modeLabel[mode] },
  {
    id: 'required_rx',
    header: 'Required rx (µs)',
    cell: ({ requiredRx }) => formatNumber(requiredRx),
    value: ({ requiredRx }) => requiredRx,
    mono: true,
    alignEnd: true,
  },
  {
    id: 'threshold',
    header: 'Threshold',
    cell: ({ detectionThreshold }) => detectionThreshold,
    value: ({ detectionThreshold }) => detectionThreshold,
    mono: true,
    alignEnd: true,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <StateBadge state={state} tone={sessionTone[state]} />,
    value: ({ state }) => stateLabel(state),
  },
]

const stateOf = ({ state }: Session) => ({ key: state, label: stateLabel(state), tone: sessionTone[state] })

function askToDisable({ peer, switch: place, name }: Session): void {
  const request = { body: { remote: peer, switch: place } }
  askToDo({
    title: 'Disable BFD session',
    danger: true,
    body: (
      <>
        The session of <b>{name}</b> ends. That the path to it is gone is then noticed by BGP alone, which takes longer.
      </>
    ),
    method: 'networkingBfdDisable',
    request,
    done: () => outcome('BFD session of', name, 'disabled'),
  })
}

export function BfdPage() {
  const query = useSuspenseQuery(sessionsQuery)
  const sessions = useMemo(
    () =>
      query.data.map((session) => ({
        ...session,
        id: `${session.switch} ${session.peer}`,
        name: `${session.switch} with ${session.peer}`,
      })),
    [query.data],
  )
  const refused = useRefusals()
  const create = {
    label: 'New BFD session',
    to: '/system/networking/bfd-new',
    refusal: refused('networking_bfd_enable'),
  } as const
  return (
    <WholeListPage
      title="BFD Sessions"
      reads={[query]}
      rows={sessions}
      columns={columns}
      create={create}
      groupOf={stateOf}
      rowActions={(session) => [
        copyItem('Copy address', session.peer),
        ...copyAsRowItems(copyRequest('networkingBfdStatus', {})),
        {
          label: 'Disable',
          danger: true,
          separated: true,
          refusal: refused('networking_bfd_disable'),
          onSelect: () => askToDisable(session),
        },
      ]}
      emptyIcon={<HeartPulse />}
      emptyTitle="No BFD sessions"
      emptyBody={about}
    />
  )
}
