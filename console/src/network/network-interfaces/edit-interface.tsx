import type { InstanceNetworkInterface } from '~/api/types.gen.ts'
import { PanelForm } from '~/form/form-shells.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { DescriptionField, IpNetField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRequestForm } from '~/shell/request-form.tsx'
import { Fact } from '~/ui/facts.tsx'

interface Values {
  name: string
  description: string
  transitIps: string[]
}

const transitColumns = [{ header: 'Network', cell: (net: string) => <span className="text-mono">{net}</span> }]

interface EditInterfaceProps {
  nic: InstanceNetworkInterface
  onClose: () => void
}

/** Changes an interface's name, and the networks whose traffic may pass through it. */
export default function EditInterface({ nic, onClose }: EditInterfaceProps) {
  const form = useForm<Values>({
    defaultValues: { name: nic.name, description: nic.description, transitIps: nic.transitIps ?? [] },
    saveKey: `edit ${nic.id}`,
  })
  const requestForm = useRequestForm(form, {
    method: 'instanceNetworkInterfaceUpdate',
    request: (body) => ({ path: { interface: nic.id }, body }),
    outcome: ({ name }) => outcome('Network interface', name, 'updated'),
  })
  return (
    <PanelForm
      {...requestForm}
      form={form}
      title="Edit network interface"
      submitLabel="Update network interface"
      onClose={onClose}
    >
      <Metadata thing={nic}>
        <Fact label="Private IP">
          <span className="text-mono">{nic.ip}</span>
        </Fact>
        <Fact label="MAC">
          <span className="text-mono">{nic.mac}</span>
        </Fact>
      </Metadata>
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <SubForm<Values, 'transitIps', { net: string }, string>
        control={form.control}
        name="transitIps"
        label="Transit IPs"
        hint="Networks beside its own address that the instance may send from and receive for, such as those it routes"
        blank={{ net: '' }}
        toRow={({ net }) => net}
        textOf={(net) => net}
        columns={transitColumns}
        addLabel="Add network"
      >
        {(draft) => (
          <IpNetField control={draft.control} name="net" label="IP network" required placeholder="10.1.0.0/16" />
        )}
      </SubForm>
    </PanelForm>
  )
}
