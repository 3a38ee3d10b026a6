import type { AlertDeliveryState, alerts } from '@skerry/contract/fleet/alerts.ts'
import { alertClasses, coversClass } from '@skerry/contract/rules/alert-classes.ts'
import { requireOnFleet } from '../../kernel/access/require-on-fleet.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { invalidRequest, notFoundWhat } from '../../kernel/http/errors.ts'
import { pageOf, pageOfItems } from '../../kernel/http/paging.ts'
import { deliveriesOf, findAlert, receiverProbesOf, resend } from './alert-deliveries.repo.ts'
import { deliveryView } from './alert-delivery.view.ts'
import { receiverView } from './alert-receiver.view.ts'
import {
  classesOf,
  deleteReceiver,
  endPause,
  lockReceiverNames,
  receiverBytes,
  subscribe,
  unsubscribe,
} from './alert-receivers.repo.ts'
import { probeReceiver } from './probe-receiver.ts'
import { healthView, receiversWithHealth } from './receiver-health.ts'
import { lockReceiverNamed, receiverNamed } from './receiver-in-path.ts'
import { checkSubscriptions } from './subscription-check.ts'

const STATES = ['pending', 'delivered', 'failed'] as const satisfies AlertDeliveryState[]

/** The states to list; all unless the query names some. */
function statesIn(query: Partial<Record<AlertDeliveryState, boolean>>): AlertDeliveryState[] | 'all' {
  return STATES.some((state) => query[state] !== undefined) ? STATES.filter((state) => query[state]) : 'all'
}

export const alertsOps: Handlers<typeof alerts> = {
  alert_class_list(call) {
    call.access.onFleet()
    const { filter } = call.query
    const matching = alertClasses.filter(({ name }) => filter === undefined || coversClass(filter, name))
    return pageOfItems(call.page, matching, ({ name }) => name)
  },

  alert_receiver_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, receiversWithHealth(call.db, call.now), {
      table: 'alert_receivers',
      bytes: receiverBytes,
      view: (row) => ({ ...receiverView(row), health: healthView(row, call.now) }),
    })
  },

  alert_receiver_view: async (call) => receiverView(await receiverNamed(call, call.db, call.params.receiver)),

  alert_receiver_delete(call) {
    return call.transaction(async (tx) => {
      const { receiver } = call.params
      await receiverNamed(call, tx, receiver)
      // Same lock order as updates, which would otherwise wait for the row with the table locked.
      await lockReceiverNames(tx)
      const { id } = await lockReceiverNamed(call, tx, receiver)
      await deleteReceiver(tx, id)
    })
  },

  async alert_delivery_list(call) {
    const { id } = await receiverNamed(call, call.db, call.params.receiver)
    const deliveries = deliveriesOf(call.db, id, statesIn(call.query))
    return pageOf(call.page, call.sort, deliveries, { table: 'alert_deliveries', view: deliveryView })
  },

  alert_receiver_probe: probeReceiver,

  async alert_probe_list(call) {
    const { id } = await receiverNamed(call, call.db, call.params.receiver)
    return pageOf(call.page, call.sort, receiverProbesOf(call.db, id), {
      table: 'alert_deliveries',
      view: deliveryView,
    })
  },

  alert_receiver_subscription_add(call) {
    const { subscription } = call.body
    return call.transaction(async (tx) => {
      const { id, subscriptions } = await lockReceiverNamed(call, tx, call.params.receiver)
      checkSubscriptions([...subscriptions, subscription])
      await subscribe(tx, id, [subscription])
      return { subscription }
    })
  },

  alert_receiver_subscription_remove(call) {
    const { receiver, subscription } = call.params
    return call.transaction(async (tx) => {
      const { id } = await lockReceiverNamed(call, tx, receiver)
      if (!(await unsubscribe(tx, id, subscription))) throw notFoundWhat(`subscription "${subscription}"`)
    })
  },

  alert_delivery_resend(call) {
    const { alert_id } = call.params
    return call.transaction(async (tx) => {
      const alert = requireOnFleet(call, 'alert', { id: alert_id }, await findAlert(tx, alert_id))
      const receiver = await lockReceiverNamed(call, tx, call.query.receiver)
      if (!classesOf(receiver).includes(alert.class))
        throw invalidRequest(`receiver "${receiver.name}" is not subscribed to "${alert.class}"`)
      await endPause(tx, receiver.id)
      return { delivery_id: await resend(tx, alert.id, receiver.id, call.services.clock.now()) }
    })
  },
}
