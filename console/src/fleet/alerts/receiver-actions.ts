import type { AlertReceiver } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'

/** @param onDeleted leaves the page of a receiver that is gone. */
export const askToDeleteReceiver = ({ id, name }: AlertReceiver, onDeleted?: () => void): void =>
  askToDelete({
    kind: 'alert receiver',
    name,
    consequence: 'is deleted with its subscriptions, secrets and deliveries.',
    method: 'alertReceiverDelete',
    request: { path: { receiver: id } },
    onDeleted,
  })

/** A probe is signed like any delivery. */
export const probeRefusal = ({ kind }: AlertReceiver): string | undefined =>
  kind.secrets.length ? undefined : 'The receiver has no secret to sign a probe. Add a secret first.'
