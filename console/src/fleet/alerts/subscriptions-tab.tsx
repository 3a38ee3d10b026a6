import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import type { AlertReceiver } from '~/api/types.gen.ts'
import { useForm } from '~/form/use-form.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { useQuickActions } from '~/shell/quick-actions.ts'
import { RequestModal } from '~/shell/request-modal.tsx'
import { useRefusals } from '~/shell/roles.ts'
import { TabHeading } from '~/shell/tab-heading.tsx'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { Button } from '~/ui/button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { askToDo } from '~/shell/ask-to-do.tsx'
import { classesCovered, PatternField } from './pattern-field.tsx'
import { receiverQuery } from './queries.ts'

const route = getRouteApi('/_app/system/alerts/$receiver/subscriptions')

/** A subscription's id is its pattern. */
interface Row {
  id: string
  name: string
  classes: string[]
}

const columns: readonly [Column<Row>, ...Column<Row>[]] = [
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

/** The classes of alerts that a receiver gets. */
export function SubscriptionsTab() {
  const { data: receiver } = useSuspenseQuery(receiverQuery(route.useParams().receiver))
  const refused = useRefusals()
  const [adding, setAdding] = useState(false)
  const refusal = refused('alert_receiver_subscription_add')
  useQuickActions(refusal ? [] : [{ group: 'Actions', label: 'Add subscription', run: () => setAdding(true) }])
  const addButton = (
    <Button variant="primary" disabledReason={refusal} onClick={() => setAdding(true)}>
      Add subscription
    </Button>
  )
  return (
    <>
      <TabHeading title="Subscriptions">{addButton}</TabHeading>
      <WholeListTable
        label="Subscriptions"
        rows={receiver.subscriptions.map((name) => ({ id: name, name, classes: classesCovered(name) }))}
        columns={columns}
        view={() => copyRequest('alertReceiverView', { path: { receiver: receiver.id } })}
        rowActions={({ name }) => [
          {
            label: 'Remove',
            danger: true,
            disabled: refused('alert_receiver_subscription_remove'),
            onSelect: () => askToRemove(receiver, name),
          },
        ]}
        empty={
          <EmptyState
            icon={<BellRing />}
            title="No subscriptions"
            body="The receiver is sent alerts of the classes that it is subscribed to."
          >
            {addButton}
          </EmptyState>
        }
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
      submitLabel="Add subscription"
      onClose={onClose}
      method="alertReceiverSubscriptionAdd"
      request={({ pattern }) => ({ path: { receiver: receiver.id }, body: { subscription: pattern ?? '' } })}
      outcome={({ subscription }) => outcome('Subscription', subscription, 'added')}
    >
      <PatternField control={form.control} name="pattern" taken={receiver.subscriptions} />
    </RequestModal>
  )
}
