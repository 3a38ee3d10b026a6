import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AlertReceiver } from '~/api/types.gen.ts'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { fields, nameAndDescription, text } from '~/shell/conflict/three-way.ts'
import { namesOf } from '~/shell/form/edit-names.tsx'
import { EditPanel } from '~/shell/form/edit-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { receiverQuery } from './queries.ts'
import { EndpointField } from './receiver-fields.tsx'

const route = getRouteApi('/_app/system/_alerts/alerts/$receiver/edit')

interface Values {
  name: string
  description: string
  endpoint: string
}

const valuesOf = (receiver: AlertReceiver): Values => ({ ...namesOf(receiver), endpoint: receiver.kind.endpoint })
export const mergeReceivers = fields<Values>({ ...nameAndDescription, endpoint: text('Endpoint') })

export function EditReceiver() {
  const { data: receiver } = useSuspenseQuery(receiverQuery(route.useParams().receiver))
  const form = useForm<Values>({ defaultValues: valuesOf(receiver) })
  const path = { receiver: receiver.id }
  const refusal = useRefusal('webhook_receiver_update')
  return (
    <EditPanel
      form={form}
      title="Edit alert receiver"
      submitLabel="Update alert receiver"
      refusal={refusal}
      view="alertReceiverView"
      at={{ path }}
      valuesOf={valuesOf}
      merge={mergeReceivers}
      method="webhookReceiverUpdate"
      request={({ endpoint, ...rest }) => ({ path, body: { ...rest, endpoint: endpoint.trim() } })}
      outcome={(_, values) => outcome('Alert receiver', values.name, 'updated')}
      closeTo="/system/alerts"
    >
      <Metadata thing={receiver} />
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <EndpointField control={form.control} name="endpoint" checkOnLeave={() => form.trigger('endpoint')} />
    </EditPanel>
  )
}
