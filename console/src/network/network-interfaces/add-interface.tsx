import { useQuery } from '@tanstack/react-query'
import type { Instance, InstanceNetworkInterface, Vpc } from '~/api/types.gen.ts'
import { PanelForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { useRequestForm } from '~/shell/form/request-form.tsx'
import { InterfaceFields } from './interface-fields.tsx'
import { interfaceBody, type InterfaceValues, newInterface } from './interface-values.ts'
import { subnetsQuery } from './queries.ts'

interface AddInterfaceProps {
  instance: Instance
  /** Those it has. */
  interfaces: readonly InstanceNetworkInterface[]
  vpcs: readonly Vpc[]
  onClose: () => void
}

export default function AddInterface({ instance, interfaces, vpcs, onClose }: AddInterfaceProps) {
  const present = vpcs.find(({ id }) => id === interfaces[0]?.vpcId)
  const subnets = useQuery({ ...subnetsQuery(present?.id ?? ''), enabled: present !== undefined }).data ?? []
  const taken = subnets.filter(({ id }) => interfaces.some(({ subnetId }) => subnetId === id))
  const form = useForm<InterfaceValues>({
    defaultValues: newInterface(vpcs, present?.name),
    saveKey: 'add network interface',
  })
  const requestForm = useRequestForm(form, {
    method: 'instanceNetworkInterfaceCreate',
    request: (values) => ({ query: { instance: instance.id }, body: interfaceBody(values) }),
    outcome: ({ name }) => outcome('Network interface', name, 'added to', instance.name),
  })
  return (
    <PanelForm {...requestForm} form={form} title="Add network interface" onClose={onClose}>
      <InterfaceFields form={form} vpcs={vpcs} present={present?.name} taken={taken.map(({ name }) => name)} />
    </PanelForm>
  )
}
