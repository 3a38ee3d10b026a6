import { maxNetworkInterfaces } from '@skerry/contract/rules/instances.ts'
import { useWatch } from 'react-hook-form'
import { SubForm } from '~/form/sub-form.tsx'
import { InterfaceFields } from '~/network/network-interfaces/interface-fields.tsx'
import { type InterfaceValues, newInterface } from '~/network/network-interfaces/interface-values.ts'
import type { InstanceDraft, PartProps } from './draft.ts'

const columns = [
  { header: 'Name', cell: (row: InterfaceValues) => row.name },
  { header: 'VPC', cell: (row: InterfaceValues) => row.vpc },
  { header: 'Subnet', cell: (row: InterfaceValues) => row.subnet },
  { header: 'IP address', cell: (row: InterfaceValues) => row.ip || 'Automatic' },
]

export function CustomInterfaces({ form: { control }, available: { vpcs } }: PartProps) {
  const rows = useWatch({ control, name: 'interfaces' })
  const present = rows[0]?.vpc
  return (
    <SubForm<InstanceDraft, 'interfaces', InterfaceValues, InterfaceValues>
      control={control}
      name="interfaces"
      label="Network interfaces"
      required
      hint="The first one is the primary interface: external IPs use it"
      blank={newInterface(vpcs, present)}
      toRow={(values) => values}
      textOf={({ name }) => name}
      columns={columns}
      addLabel="Add network interface"
      max={maxNetworkInterfaces}
    >
      {(draft) => (
        <InterfaceFields form={draft} vpcs={vpcs} present={present} taken={rows.map(({ subnet }) => subnet)} />
      )}
    </SubForm>
  )
}
