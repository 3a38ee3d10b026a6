import { useRef } from 'react'
import { SubForm } from '~/form/sub-form.tsx'
import { DescriptionField, NameField, SecretField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { plural } from '~/lib/format/numbers.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { classesCovered, PatternField } from './pattern-field.tsx'
import { receiverPath } from './queries.ts'
import { EndpointField } from './receiver-fields.tsx'

interface Secret {
  label: string
  secret: string
}

interface Values {
  name: string
  description: string
  endpoint: string
  secrets: Secret[]
  subscriptions: string[]
}

const maxSecrets = 16
const maxSubscriptions = 64

const patternColumns = [
  { header: 'Pattern', cell: (pattern: string) => <span className="text-mono">{pattern}</span> },
  { header: 'Covers', cell: (pattern: string) => plural(classesCovered(pattern).length, 'class', 'classes') },
]

export function NewReceiver() {
  const form = useForm<Values>({
    defaultValues: { name: '', description: '', endpoint: '', secrets: [], subscriptions: [] },
    secrets: ['secrets'],
  })
  const count = useRef(0)
  const refusal = useRefusal('webhook_receiver_create')
  return (
    <FormPanel
      form={form}
      title="Create alert receiver"
      refusal={refusal}
      method="webhookReceiverCreate"
      request={({ secrets, ...rest }) => ({
        body: { ...rest, secrets: secrets.map(({ secret }) => secret) },
      })}
      secrets={['secrets']}
      outcome={({ name }) => outcome('Alert receiver', name, 'created')}
      closeTo="/system/alerts"
      doneTo={({ name }) => receiverPath(name)}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <EndpointField control={form.control} name="endpoint" checkOnLeave={() => form.trigger('endpoint')} />
      <SubForm<Values, 'secrets', { secret: string }, Secret>
        control={form.control}
        name="secrets"
        label="Secrets"
        required
        hint="Deliveries are signed with each secret, so that the receiver can verify them. Secrets are not shown again."
        blank={{ secret: '' }}
        secrets={['secret']}
        toRow={({ secret }) => ({ label: `Secret ${++count.current}`, secret })}
        textOf={({ label }) => label}
        columns={[
          { header: 'Secret', cell: ({ label }) => label },
          { header: 'Length', cell: ({ secret }) => plural(secret.length, 'character') },
        ]}
        addLabel="Add secret"
        max={maxSecrets}
      >
        {(draft) => <SecretField control={draft.control} name="secret" label="Secret" required />}
      </SubForm>
      <SubForm<Values, 'subscriptions', { pattern: string | null }, string>
        control={form.control}
        name="subscriptions"
        label="Subscriptions"
        hint="Classes of alerts to send, also matching classes of later releases"
        blank={{ pattern: null }}
        toRow={({ pattern }) => pattern ?? ''}
        textOf={(pattern) => pattern}
        columns={patternColumns}
        addLabel="Add subscription"
        max={maxSubscriptions}
      >
        {(draft) => <PatternField control={draft.control} name="pattern" />}
      </SubForm>
    </FormPanel>
  )
}
