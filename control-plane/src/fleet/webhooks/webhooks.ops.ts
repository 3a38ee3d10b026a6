import type { webhooks } from '@skerry/contract/fleet/webhooks.ts'
import { requireOnFleet } from '../../kernel/access/require-on-fleet.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { invalidRequest, invalidValue, notFound } from '../../kernel/http/errors.ts'
import { type Outbound, OutboundProblem } from '../../kernel/services/outbound.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { secretsView, webhookView } from '../alerts/alert-receiver.view.ts'
import {
  endPause,
  findReceiver,
  lockReceiverNames,
  insertReceiver,
  subscribe,
  updateReceiver,
} from '../alerts/alert-receivers.repo.ts'
import { lockReceiverNamed, receiverNamed } from '../alerts/receiver-in-path.ts'
import { checkSubscriptions } from '../alerts/subscription-check.ts'
import { checkSecrets, deleteSecret, insertSecrets, receiverOfSecret } from './webhook-secrets.repo.ts'

/** @throws 400 for an invalid or forbidden endpoint */
async function checkEndpoint(outbound: Outbound, endpoint: string): Promise<void> {
  try {
    await outbound.check(endpoint)
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error
    throw invalidValue('endpoint', error.message)
  }
}

export const webhooksOps: Handlers<typeof webhooks> = {
  async webhook_receiver_create(call) {
    call.access.onFleet()
    const { secrets, subscriptions, endpoint } = call.body
    if (!secrets.length) throw invalidRequest('a receiver needs at least one secret, which signs what is sent to it')
    checkSecrets('secrets', secrets)
    checkSubscriptions(subscriptions)
    await checkEndpoint(call.services.outbound, endpoint)
    return call.transaction(async (tx) => {
      const id = await insertReceiver(tx, call.body, call.now)
      call.target(id)
      await insertSecrets(tx, id, secrets, call.now)
      await subscribe(tx, id, subscriptions)
      const created = await findReceiver(tx, id)
      if (!created) throw notFound('alert-receiver', { id })
      return webhookView(created)
    })
  },

  async webhook_receiver_update(call) {
    const { receiver } = call.params
    const { name, description, endpoint } = call.body
    const { id } = await receiverNamed(call, call.db, receiver)
    if (endpoint) await checkEndpoint(call.services.outbound, endpoint)
    return call.transaction(async (tx) => {
      await lockReceiverNames(tx)
      const present = await lockReceiverNamed(call, tx, id)
      const changed = {
        ...(name && { name }),
        ...(typeof description === 'string' && { description }),
        ...(endpoint && { endpoint }),
      }
      await updateReceiver(tx, id, changed, call.now)
      call.target(id, differenceOf(present, { ...present, ...changed }))
      if (endpoint) await endPause(tx, id)
    })
  },

  async webhook_secrets_list(call) {
    call.access.onFleet()
    return { secrets: secretsView(await receiverNamed(call, call.db, call.query.receiver)) }
  },

  webhook_secrets_add(call) {
    call.access.onFleet()
    return call.transaction(async (tx) => {
      const { id, secrets } = await lockReceiverNamed(call, tx, call.query.receiver)
      checkSecrets('secret', [call.body.secret], secrets.length)
      const [created] = await insertSecrets(tx, id, [call.body.secret], call.now)
      return { id: created!.id, time_created: timestamp(created!.time_created) }
    })
  },

  webhook_secrets_delete(call) {
    const id = call.params.secret_id
    return call.transaction(async (tx) => {
      const receiver = requireOnFleet(call, 'webhook-secret', { id }, await receiverOfSecret(tx, id))
      call.target(receiver, { secret: id })
      if (!(await deleteSecret(tx, id))) throw notFound('webhook-secret', { id })
    })
  },
}
