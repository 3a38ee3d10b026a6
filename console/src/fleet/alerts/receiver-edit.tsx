import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { receiverQuery } from './queries.ts'
import { EndpointField } from './receiver-fields.tsx'

const route = getRouteApi('/_app/system/_alerts/alerts/$receiver/edit')

interface Values {
  name: string
  description: string
  endpoint: string
}

export function EditReceiver() {
  const { data: receiver } = useSuspenseQuery(receiverQuery(route.useParams().receiver))
  const { id, name, description, kind } = receiver
  const form = useForm<Values>({ defaultValues: { name, description, endpoint: kind.endpoint } })
  return (
    <FormPanel
      form={form}
      title="Edit alert receiver"
      submitLabel="Update alert receiver"
      submitDisabled={useRefusal('webhook_receiver_update')}
      method="webhookReceiverUpdate"
      request={({ endpoint, ...rest }) => ({ path: { receiver: id }, body: { ...rest, endpoint: endpoint.trim() } })}
      outcome={(_, values) => outcome('Alert receiver', values.name, 'updated')}
      closeTo="/system/alerts"
    >
      <Metadata thing={receiver} />
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <EndpointField control={form.control} name="endpoint" />
    </FormPanel>
  )
}
