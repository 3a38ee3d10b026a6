import { useQuery } from '@tanstack/react-query'
import type { InternetGateway } from '~/api/types.gen.ts'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validateIp } from '~/form/validators.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { attachedAddressesQuery } from './queries.ts'

export default function AttachAddress({ gateway, onClose }: { gateway: InternetGateway; onClose: () => void }) {
  const attached = useQuery(attachedAddressesQuery(gateway.id)).data ?? []
  const form = useForm({
    defaultValues: { name: '', description: '', address: '' },
    saveKey: `attach address ${gateway.id}`,
  })
  return (
    <RequestModal
      form={form}
      title="Attach address"
      onClose={onClose}
      method="internetGatewayIpAddressCreate"
      request={(body) => ({ query: { gateway: gateway.id }, body })}
      outcome={({ name }) => outcome('Address', name, 'attached to', gateway.name)}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <TextField
        control={form.control}
        name="address"
        label="Address"
        required
        mono
        placeholder="203.0.113.10"
        rules={[validateIp]}
        validate={(address) =>
          attached.some((each) => each.address === address) ? 'Already attached to this gateway' : undefined
        }
      />
    </RequestModal>
  )
}
