import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import type { AlertReceiver } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { ListPage } from '~/shell/list-page.tsx'
import { useRefusals } from '~/shell/roles.ts'
import type { Column } from '~/table/columns.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { receiverPath, receiversSource } from './queries.ts'
import { askToDeleteReceiver, probeRefusal } from './receiver-actions.ts'

const ProbeModal = lazyPart(() => import('./probe-modal.tsx'))

const columns: readonly Column<AlertReceiver>[] = [
  nameColumn(({ name }) => <Link to={receiverPath(name)}>{name}</Link>),
  {
    id: 'endpoint',
    header: 'Endpoint',
    cell: ({ kind }) => kind.endpoint,
    value: ({ kind }) => kind.endpoint,
    mono: true,
  },
  {
    id: 'subscriptions',
    header: 'Subscriptions',
    cell: ({ subscriptions }) => <MoreCell items={subscriptions} />,
    value: ({ subscriptions }) => subscriptions.join(' '),
    mono: true,
  },
  descriptionColumn,
  createdColumn,
]

/** Who is told of what happens in the system. */
export function ReceiversPage() {
  const refused = useRefusals()
  const [probed, setProbed] = useState<AlertReceiver>()
  const close = () => setProbed(undefined)
  return (
    <>
      <ListPage
        title="Alerts"
        source={receiversSource}
        columns={columns}
        create={{ label: 'New receiver', to: '/system/alerts-new', refusal: refused('webhook_receiver_create') }}
        actions={<ButtonLink to="/system/alert-classes">Alert classes</ButtonLink>}
        view={({ id }) => copyRequest('alertReceiverView', { path: { receiver: id } })}
        rowActions={(receiver) => [
          {
            label: 'Edit',
            disabled: refused('webhook_receiver_update'),
            link: <Link to="/system/alerts/$receiver/edit" params={{ receiver: receiver.name }} />,
          },
          {
            label: 'Send probe',
            disabled: refused('alert_receiver_probe') ?? probeRefusal(receiver),
            onSelect: () => setProbed(receiver),
          },
          {
            label: 'Delete',
            danger: true,
            disabled: refused('alert_receiver_delete'),
            onSelect: () => askToDeleteReceiver(receiver),
          },
        ]}
        itemLink={({ name }) => receiverPath(name)}
        emptyIcon={<Bell />}
        emptyTitle="No alert receivers"
        emptyBody="A receiver is a webhook of yours that is told of what happens in the system, such as an instance that failed or a sled that cannot be reached."
      />
      {probed && (
        <PartBoundary onFailed={close}>
          <ProbeModal receiver={probed} onClose={close} />
        </PartBoundary>
      )}
    </>
  )
}
