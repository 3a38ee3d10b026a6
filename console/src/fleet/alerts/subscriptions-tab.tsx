import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import type { AlertReceiver } from '~/api/types.gen.ts'
import { useForm } from '~/form/use-form.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import type { Columns } from '~/table/columns.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { classesCovered, PatternField } from './pattern-field.tsx'
import { receiverQuery } from './queries.ts'

const route = getRouteApi('/_app/system/alerts/$receiver/subscriptions')

/** A subscription's id is its pattern. */
interface Row {
  id: string
  name: string
  classes: string[]
}

const columns: Columns<Row> = [
  { id: 'pattern', header: 'Pattern', cell: ({ name }) => name, value: ({ name }) => name, mono: true },
  {
    id: 'classes',
    header: 'Classes now',
    cell: ({ classes }) => <MoreCell items={classes} />,
    value: ({ classes }) => classes.join(' '),
    maxWidth: '30rem',
  },
]

function askToRemove(receiver: AlertReceiver, subscription: string): void {
  const request = { path: { receiver: receiver.id, subscription } }
  askToDo({
    title: 'Remove subscription',
    danger: true,
    body: (
      <>
        <b>{receiver.name}</b> no longer receives <b>{subscription}</b>, unless another subscription covers it.
      </>
    ),
    method: 'alertReceiverSubscriptionRemove',
    request,
    done: () => outcome('Subscription', subscription, 'removed'),
  })
}

export function SubscriptionsTab() {
  const query = useSuspenseQuery(receiverQuery(route.useParams().receiver))
  const receiver = query.data
  const refused = useRefusals()
  const [adding, setAdding] = useState(false)
  const create = {
    label: 'Add subscription',
    onCreate: () => setAdding(true),
    refusal: refused('alert_receiver_subscription_add'),
  }
  return (
    <>
      <WholeListPage
        below
        title="Subscriptions"
        reads={[query]}
        rows={receiver.subscriptions.map((name) => ({ id: name, name, classes: classesCovered(name) }))}
        columns={columns}
        create={create}
        view={() => copyRequest('alertReceiverView', { path: { receiver: receiver.id } })}
        rowActions={({ name }) => [
          {
            label: 'Remove',
            danger: true,
            refusal: refused('alert_receiver_subscription_remove'),
            onSelect: () => askToRemove(receiver, name),
          },
        ]}
        emptyIcon={<BellRing />}
        emptyTitle="No subscriptions"
        emptyBody="The receiver is sent alerts of the classes that it is subscribed to."
      />
      {adding && <AddSubscription receiver={receiver} onClose={() => setAdding(false)} />}
    </>
  )
}

function AddSubscription({ receiver, onClose }: { receiver: AlertReceiver; onClose: () => void }) {
  const form = useForm<{ pattern: string | null }>({ defaultValues: { pattern: null }, saveKey: 'add subscription' })
  return (
    <RequestModal
      form={form}
      title="Add subscription"
      onClose={onClose}
      method="alertReceiverSubscriptionAdd"
      request={({ pattern }) => ({ path: { receiver: receiver.id }, body: { subscription: pattern ?? '' } })}
      outcome={({ subscription }) => outcome('Subscription', subscription, 'added')}
    >
      <PatternField control={form.control} name="pattern" taken={receiver.subscriptions} />
    </RequestModal>
  )
}
