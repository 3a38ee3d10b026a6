import { maxTransitIps } from '@skerry/contract/rules/instances.ts'
import { useState } from 'react'
import { callOrThrow } from '~/api/queries.ts'
import type { InstanceNetworkInterface } from '~/api/types.gen.ts'
import { PanelForm } from '~/form/form-shells.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { DescriptionField, IpNetField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRequestForm } from '~/shell/request-form.tsx'
import { withEdits } from '~/shell/with-edits.ts'
import { Fact } from '~/ui/facts.tsx'

interface Values {
  name: string
  description: string
  transitIps: string[]
}

const valuesOf = ({ name, description, transitIps = [] }: InstanceNetworkInterface): Values => ({
  name,
  description,
  transitIps,
})

const transitColumns = [{ header: 'Network', cell: (net: string) => <span className="text-mono">{net}</span> }]

interface EditInterfaceProps {
  nic: InstanceNetworkInterface
  onClose: () => void
}

/** Changes an interface's name, and the networks whose traffic may pass through it. */
export default function EditInterface({ nic, onClose }: EditInterfaceProps) {
  const [start] = useState(() => valuesOf(nic))
  const form = useForm<Values>({ defaultValues: start, saveKey: `edit ${nic.id}` })
  const path = { interface: nic.id }
  const requestForm = useRequestForm(form, {
    method: 'instanceNetworkInterfaceUpdate',
    request: (body) => ({ path, body }),
    send: async (values) => {
      const now = valuesOf(await callOrThrow('instanceNetworkInterfaceView', { path }))
      return { path, body: withEdits(start, values, now) }
    },
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
        max={maxTransitIps}
      >
        {(draft) => (
          <IpNetField control={draft.control} name="net" label="IP network" required placeholder="10.1.0.0/16" />
        )}
      </SubForm>
    </PanelForm>
  )
}
