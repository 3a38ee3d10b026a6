import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import type { AlertReceiver, AlertReceiverHealth } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { StateBadge } from '~/ui/badge.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { Dash } from '~/ui/facts.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { receiverPath, receiversSource } from './queries.ts'
import { askToDeleteReceiver, probeRefusal } from './receiver-actions.ts'

const ProbeModal = lazyPart(() => import('./probe-modal.tsx'))

const columns: readonly Column<AlertReceiver>[] = [
  nameColumn(({ name }) => <Link to={receiverPath(name)}>{name}</Link>),
  { id: 'endpoint', header: 'Endpoint', value: ({ kind }) => kind.endpoint, mono: true },
  {
    id: 'subscriptions',
    header: 'Subscriptions',
    cell: ({ subscriptions }) => <MoreCell items={subscriptions} />,
    value: ({ subscriptions }) => subscriptions.join(' '),
    mono: true,
  },
  {
    id: 'health',
    header: 'Last delivery',
    cell: ({ health }) => health && <LastDelivery health={health} />,
    value: ({ health }) => health?.timeLast,
  },
  {
    id: 'failed',
    header: 'Failed in 24 h',
    cell: ({ health }) => health?.failedInDay,
    value: ({ health }) => health?.failedInDay,
    alignEnd: true,
    mono: true,
  },
  descriptionColumn,
]

/** How the last delivery went, when it began, and whether deliveries are paused. */
const LastDelivery = ({ health: { lastState, timeLast, pausedUntil } }: { health: AlertReceiverHealth }) =>
  lastState && timeLast ? (
    <StateBadge
      state={lastState}
      note={
        <>
          <RelativeTime date={timeLast} />
          {pausedUntil && ', paused'}
        </>
      }
    />
  ) : (
    <Dash />
  )

export function ReceiversPage() {
  const refused = useRefusals()
  const [probed, setProbed] = useState<AlertReceiver>()
  const close = () => setProbed(undefined)
  return (
    <>
      <ListPage
        title="Alert Receivers"
        source={receiversSource}
        columns={columns}
        create={{ label: 'New receiver', to: '/system/alerts-new', refusal: refused('webhook_receiver_create') }}
        actions={<ButtonLink to="/system/alert-classes">Alert classes</ButtonLink>}
        view={({ id }) => copyRequest('alertReceiverView', { path: { receiver: id } })}
        rowActions={(receiver) => [
          {
            label: 'Edit',
            refusal: refused('webhook_receiver_update'),
            link: <Link to="/system/alerts/$receiver/edit" params={{ receiver: receiver.name }} />,
          },
          {
            label: 'Send probe',
            refusal: refused('alert_receiver_probe') ?? probeRefusal(receiver),
            onSelect: () => setProbed(receiver),
          },
          {
            label: 'Delete',
            danger: true,
            refusal: refused('alert_receiver_delete'),
            onSelect: () => askToDeleteReceiver(receiver),
          },
        ]}
        itemLink={({ name }) => receiverPath(name)}
        emptyIcon={<Bell />}
        emptyTitle="No alert receivers"
        emptyBody="A receiver is a webhook that receives alerts, for example when an instance fails or a sled is unreachable."
      />
      {probed && (
        <PartBoundary onFailed={close}>
          <ProbeModal receiver={probed} onClose={close} />
        </PartBoundary>
      )}
    </>
  )
}
