import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { AlertDelivery } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormTabs } from '~/shell/form/form-tabs.tsx'
import { ListPage } from '~/shell/list/list-page.tsx'
import { usePolling } from '~/shell/live/polling.ts'
import type { Column } from '~/table/columns.ts'
import { stateGroup } from '~/table/quick-filter.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { Dash } from '~/ui/facts.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { DateTime } from '~/ui/time.tsx'
import { attemptText } from './attempt-words.ts'
import { classesCovered } from './pattern-field.tsx'
import { deliveriesSource, probesSource, receiverQuery } from './queries.ts'
import { Subject } from './subject.tsx'

const AttemptsModal = lazyPart(() => import('./attempts-modal.tsx'))

const route = getRouteApi('/_app/system/alerts/$receiver/deliveries')

const triggerWords: Record<AlertDelivery['trigger'], string> = {
  alert: 'Alert',
  resend: 'Resend',
  probe: 'Probe',
}

const unsent = 'Not sent: the receiver had no secret to sign it with'

const attemptsText = ({ attempts: { webhook }, state }: AlertDelivery) => {
  const last = webhook.at(-1)
  if (!last) return state === 'failed' ? unsent : undefined
  return webhook.length > 1 ? `${attemptText(last)}, at attempt ${webhook.length}` : attemptText(last)
}

const noAttempts = ({ attempts, state }: AlertDelivery): string | undefined => {
  if (attempts.webhook.length) return undefined
  return state === 'failed' ? unsent : 'Not sent yet'
}

/** The affected thing, without its parents. */
const subjectOf = ({ about }: AlertDelivery) => about?.[0]

/** How the last attempt ended, and when the next one of an unfinished delivery is. */
function Attempts({ delivery }: { delivery: AlertDelivery }) {
  const { timeNextAttempt } = delivery
  const text = attemptsText(delivery)
  if (!timeNextAttempt) return text ?? <Dash />
  return (
    <>
      {text && `${text}, `}next at <DateTime date={timeNextAttempt} seconds />
    </>
  )
}

const columns: readonly Column<AlertDelivery>[] = [
  { id: 'class', header: 'Class', cell: ({ alertClass }) => alertClass, value: ({ alertClass }) => alertClass },
  {
    id: 'about',
    header: 'About',
    cell: (delivery) => {
      const subject = subjectOf(delivery)
      return subject ? <Subject subject={subject} /> : null
    },
    value: (delivery) => subjectOf(delivery)?.name ?? subjectOf(delivery)?.id,
  },
  { id: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} />, value: ({ state }) => state },
  { id: 'trigger', header: 'Trigger', value: ({ trigger }) => triggerWords[trigger] },
  {
    id: 'time_created',
    header: 'Started',
    cell: ({ timeStarted }) => <DateTime date={timeStarted} />,
    value: ({ timeStarted }) => timeStarted,
  },
  {
    id: 'attempts',
    header: 'Attempts',
    cell: (delivery) => <Attempts delivery={delivery} />,
    value: attemptsText,
  },
]

const probeColumns = columns.filter(({ id }) => !['class', 'about', 'trigger'].includes(id))

const groupOf = ({ state }: AlertDelivery) => stateGroup(state)

function askToResend({ alertId, alertClass, receiverId }: AlertDelivery, receiver: string): void {
  const request = { path: { alertId }, query: { receiver: receiverId } }
  askToDo({
    title: 'Resend alert',
    body: (
      <>
        <b>{alertClass}</b> is sent to <b>{receiver}</b> again, as a new delivery.
      </>
    ),
    method: 'alertDeliveryResend',
    request,
    done: () => outcome('Alert', alertClass, 'is being resent to', receiver),
  })
}

const kinds = [
  { value: 'alerts', label: 'Alerts' },
  { value: 'probes', label: 'Probes' },
] as const

/** What was sent to a receiver, the newest first: alerts, or probes. */
export function DeliveriesTab() {
  const [kind, setKind] = useState<'alerts' | 'probes'>('alerts')
  return (
    <FormTabs label="Kind of deliveries" tabs={kinds} value={kind} onChange={setKind}>
      {kind === 'alerts' ? <AlertDeliveries /> : <Probes />}
    </FormTabs>
  )
}

function Probes() {
  const { receiver } = route.useParams()
  return (
    <ListPage
      below
      title="Probes"
      source={probesSource(receiver)}
      columns={probeColumns}
      groupOf={groupOf}
      nameOf={({ id }) => id}
      view={() => copyRequest('alertProbeList', { path: { receiver } })}
      emptyIcon={<Send />}
      emptyTitle="No probes"
      emptyBody="Probes that are sent to the receiver by hand are listed here for 30 days."
    />
  )
}

function AlertDeliveries() {
  const { receiver: name } = route.useParams()
  const { data: receiver } = useSuspenseQuery(receiverQuery(name))
  const refused = useRefusals()
  const [shown, setShown] = useState<AlertDelivery>()
  const close = () => setShown(undefined)
  const pollEvery = usePolling<AlertDelivery>({
    isMoving: ({ state }) => state === 'pending',
    every: 5000,
    longest: 900_000,
    otherwise: 10_000,
  })
  const unsubscribed = ({ alertClass }: AlertDelivery) =>
    receiver.subscriptions.some((pattern) => classesCovered(pattern).includes(alertClass))
      ? undefined
      : `The receiver is no longer subscribed to ${alertClass}`
  return (
    <>
      <ListPage
        below
        title="Deliveries"
        source={deliveriesSource(name)}
        columns={columns}
        groupOf={groupOf}
        pollEvery={pollEvery}
        nameOf={({ alertClass }) => alertClass}
        view={() => copyRequest('alertDeliveryList', { path: { receiver: receiver.id } })}
        rowActions={(delivery) => [
          {
            label: 'View attempts',
            refusal: noAttempts(delivery),
            onSelect: () => setShown(delivery),
          },
          {
            label: 'Resend',
            refusal: refused('alert_delivery_resend') ?? unsubscribed(delivery),
            onSelect: () => askToResend(delivery, receiver.name),
          },
        ]}
        emptyIcon={<Send />}
        emptyTitle="No deliveries"
        emptyBody="Alerts of the classes that the receiver is subscribed to are listed here for 30 days."
      />
      {shown && (
        <PartBoundary onFailed={close}>
          <AttemptsModal delivery={shown} onClose={close} />
        </PartBoundary>
      )}
    </>
  )
}
