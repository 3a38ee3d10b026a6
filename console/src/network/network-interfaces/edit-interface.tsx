import { maxTransitIps } from '@skerry/contract/rules/instances.ts'
import type { InstanceNetworkInterface } from '~/api/types.gen.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { PanelForm } from '~/form/form-shells.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { DescriptionField, IpNetsField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { writeMerged } from '~/shell/conflict/rewrite.ts'
import { fields, items, nameAndDescription } from '~/shell/conflict/three-way.ts'
import { useConflictSafe } from '~/shell/conflict/use-conflict-safe.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
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

export const mergeInterfaces = fields<Values>({ ...nameAndDescription, transitIps: items() })

interface EditInterfaceProps {
  nic: InstanceNetworkInterface
  onClose: () => void
}

/** Changes an interface's name, and the networks whose traffic may pass through it. */
export default function EditInterface({ nic, onClose }: EditInterfaceProps) {
  const form = useForm<Values>({ defaultValues: valuesOf(nic), saveKey: `edit ${nic.id}` })
  const path = { interface: nic.id }
  const update = 'instanceNetworkInterfaceUpdate'
  const { submit, question } = useConflictSafe<Values, Values, void>({
    form,
    start: valuesOf(nic),
    valuesOf: (values) => values,
    save: async (base, values) => {
      const request = (body: Values) => ({ path, body })
      const write = {
        view: 'instanceNetworkInterfaceView',
        at: { path },
        update,
        read: valuesOf,
        merge: mergeInterfaces,
        request,
      } as const
      const { name } = await writeMerged(write, base, values)
      toast({ content: outcome('Network interface', name, 'updated') })
    },
    onDiscard: onClose,
  })
  return (
    <PanelForm
      form={form}
      title="Edit network interface"
      submitLabel="Update network interface"
      onSubmit={submit}
      onClose={onClose}
      copyAs={<CopyAs form={form} request={(body) => copyRequest(update, { path, body })} />}
    >
      {question}
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
        hint="Other networks that the interface may send and receive traffic for, such as those the instance routes"
        blank={{ net: '' }}
        toRow={({ net }) => net}
        textOf={(net) => net}
        listing="net"
        columns={transitColumns}
        addLabel="Add network"
        max={maxTransitIps}
      >
        {(draft) => (
          <IpNetsField control={draft.control} name="net" label="IP network" required placeholder="10.1.0.0/16" />
        )}
      </SubForm>
    </PanelForm>
  )
}
