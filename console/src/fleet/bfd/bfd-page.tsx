import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { HeartPulse } from 'lucide-react'
import { useMemo } from 'react'
import type { BfdStatus } from '~/api/types.gen.ts'
import { copyAsRowItems, copyRequest } from '~/shell/copy-request.ts'
import { CreateButton } from '~/shell/create-button.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useQuickActions } from '~/shell/quick-actions.ts'
import { refreshOf } from '~/shell/reads.ts'
import { useRefusals } from '~/shell/roles.ts'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { CopyCell } from '~/table/copy-cell.tsx'
import { StateBadge, stateLabel } from '~/ui/badge.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { formatNumber } from '~/ui/format/numbers.ts'
import { copyItem } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { askToDo } from '~/shell/ask-to-do.tsx'
import { about, modeLabel, sessionTone } from './bfd-words.ts'
import { sessionsQuery } from './queries.ts'

type Session = BfdStatus & { id: string; name: string }

const columns: readonly [Column<Session>, ...Column<Session>[]] = [
  {
    id: 'peer',
    header: 'Peer',
    cell: ({ peer }) => <CopyCell text={peer} label="Copy address" />,
    value: ({ peer }) => peer,
    mono: true,
  },
  { id: 'switch', header: 'Switch', cell: (session) => session.switch, value: (session) => session.switch },
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

/** The sessions by which the switches watch their paths. */
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
  useQuickActions(create.refusal ? [] : [{ group: 'Actions', label: create.label, to: create.to }])
  return (
    <>
      <PageHeader title="BFD Sessions" refresh={refreshOf(query)} about={{ title: 'BFD Sessions', text: about }}>
        <CreateButton {...create} />
      </PageHeader>
      <div className="pb-7">
        <WholeListTable
          label="BFD sessions"
          rows={sessions}
          columns={columns}
          groupOf={stateOf}
          rowActions={(session) => [
            copyItem('Copy address', session.peer),
            ...copyAsRowItems(copyRequest('networkingBfdStatus', {})),
            {
              label: 'Disable',
              danger: true,
              separated: true,
              disabled: refused('networking_bfd_disable'),
              onSelect: () => askToDisable(session),
            },
          ]}
          empty={
            <EmptyState icon={<HeartPulse />} title="No BFD sessions" body={about}>
              <CreateButton {...create} />
            </EmptyState>
          }
        />
      </div>
      <Outlet />
    </>
  )
}
