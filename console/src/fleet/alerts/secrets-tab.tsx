import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { AlertReceiver, WebhookSecret } from '~/api/types.gen.ts'
import { SecretField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import type { Columns } from '~/table/columns.ts'
import { createdColumn } from '~/table/named-columns.tsx'
import { receiverQuery } from './queries.ts'

const route = getRouteApi('/_app/system/alerts/$receiver/secrets')

/** A secret is known by its id alone. */
type Row = WebhookSecret & { name: string }

const columns: Columns<Row> = [
  { id: 'id', header: 'ID', cell: ({ id }) => id, value: ({ id }) => id, mono: true },
  createdColumn,
]

const askToDeleteSecret = ({ id }: WebhookSecret, isLast: boolean): void =>
  askToDelete({
    kind: 'secret',
    name: id,
    consequence: isLast
      ? 'is permanently deleted. It is the last one: nothing can be signed then, and every delivery fails unsent.'
      : 'is permanently deleted, and signs nothing any more.',
    method: 'webhookSecretsDelete',
    request: { path: { secretId: id } },
  })

/** The keys that sign the deliveries to a receiver. They are never shown. */
export function SecretsTab() {
  const query = useSuspenseQuery(receiverQuery(route.useParams().receiver))
  const receiver = query.data
  const { secrets } = receiver.kind
  const refused = useRefusals()
  const [adding, setAdding] = useState(false)
  const create = { label: 'Add secret', onCreate: () => setAdding(true), refusal: refused('webhook_secrets_add') }
  return (
    <>
      <WholeListPage
        below
        title="Secrets"
        reads={[query]}
        rows={secrets.map((secret) => ({ ...secret, name: secret.id }))}
        columns={columns}
        create={create}
        sortedBy={{ column: 'time_created', descending: false }}
        view={() => copyRequest('webhookSecretsList', { query: { receiver: receiver.id } })}
        rowActions={(secret) => [
          {
            label: 'Delete',
            danger: true,
            refusal: refused('webhook_secrets_delete'),
            onSelect: () => askToDeleteSecret(secret, secrets.length === 1),
          },
        ]}
        emptyIcon={<KeyRound />}
        emptyTitle="No secrets"
        emptyBody="Deliveries are signed with the receiver's secrets. Without a secret nothing is sent."
      />
      {adding && <AddSecret receiver={receiver} onClose={() => setAdding(false)} />}
    </>
  )
}

function AddSecret({ receiver, onClose }: { receiver: AlertReceiver; onClose: () => void }) {
  const form = useForm({ defaultValues: { secret: '' }, saveKey: null })
  return (
    <RequestModal
      form={form}
      title="Add secret"
      onClose={onClose}
      method="webhookSecretsAdd"
      request={(body) => ({ query: { receiver: receiver.id }, body })}
      secrets={['secret']}
      outcome={({ id }) => outcome('Secret', id, 'added')}
    >
      <SecretField
        control={form.control}
        name="secret"
        label="Secret"
        required
        hint="Keep a copy. The secret is not shown again."
      />
    </RequestModal>
  )
}
