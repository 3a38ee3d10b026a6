import { maxRuleParts } from '@skerry/contract/rules/firewall.ts'
import { nameProblem } from '@skerry/contract/rules/names.ts'
import { useQuery } from '@tanstack/react-query'
import type { Control, UseFormReturn } from 'react-hook-form'
import { wholeListQuery } from '~/api/queries.ts'
import type { VpcFirewallRuleTarget } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { IpNetField, TextField } from '~/form/text-fields.tsx'
import { validateIp } from '~/form/validators.ts'
import { inVpc, type VpcParams } from '~/network/vpcs/queries.ts'
import { failureOf } from '~/shell/reads.ts'
import { hostText, type HostType, hostTypeLabel } from './rule-words.ts'
import type { RuleValues } from './rule-values.ts'

interface HostDraft {
  type: HostType
  value: string | null
}

interface HostsFieldProps {
  control: Control<RuleValues>
  name: 'targets' | 'hosts'
  label: string
  /** `target`. */
  thing: string
  params: VpcParams
  required?: boolean
  hint: string
}

const types = Object.entries(hostTypeLabel).map(([value, label]) => ({ value, label }))

/** Things that have addresses: VPCs, subnets and instances by name, or addresses and networks themselves. */
export const HostsField = ({ thing, params, ...field }: HostsFieldProps) => (
  <SubForm<RuleValues, 'targets' | 'hosts', HostDraft, VpcFirewallRuleTarget>
    {...field}
    blank={{ type: 'vpc', value: null }}
    toRow={({ type, value }) => ({ type, value: value ?? '' })}
    textOf={hostText}
    columns={[
      { header: 'Type', cell: ({ type }) => hostTypeLabel[type] },
      { header: 'Value', cell: ({ value }) => value },
    ]}
    addLabel={`Add ${thing}`}
    max={maxRuleParts}
  >
    {(draft) => <HostFields draft={draft} thing={thing} params={params} />}
  </SubForm>
)

interface HostFieldsProps {
  draft: UseFormReturn<HostDraft>
  thing: string
  params: VpcParams
}

function HostFields({ draft, thing, params }: HostFieldsProps) {
  const { control } = draft
  const type = draft.watch('type')
  const label = `${thing.charAt(0).toUpperCase()}${thing.slice(1)} type`
  return (
    <>
      <ListboxField
        control={control}
        name="type"
        label={label}
        required
        items={types}
        onChoose={() => {
          draft.setValue('value', null)
          draft.clearErrors()
        }}
      />
      {type === 'ip' ? (
        <TextField control={control} name="value" label="IP address" required mono rules={[validateIp]} />
      ) : type === 'ip_net' ? (
        <IpNetField control={control} name="value" label="IP network" required placeholder="172.30.0.0/22" />
      ) : (
        <NamedHostField key={type} draft={draft} type={type} params={params} />
      )}
    </>
  )
}

type NamedType = Exclude<HostType, 'ip' | 'ip_net'>

/** One that is there, or any other name: a rule may name what is yet to come. */
function NamedHostField({ draft, type, params }: Omit<HostFieldsProps, 'thing'> & { type: NamedType }) {
  const { project } = params
  const vpcs = useQuery({ ...wholeListQuery('vpcList', { query: { project } }), enabled: type === 'vpc' })
  const subnets = useQuery({ ...wholeListQuery('vpcSubnetList', { query: inVpc(params) }), enabled: type === 'subnet' })
  const instances = useQuery({
    ...wholeListQuery('instanceList', { query: { project } }),
    enabled: type === 'instance',
  })
  const list = { vpc: vpcs, subnet: subnets, instance: instances }[type]
  const label = hostTypeLabel[type]
  return (
    <ComboboxField
      control={draft.control}
      name="value"
      label={label}
      required
      free
      items={list.data?.map(({ name }) => ({ value: name, label: name }))}
      failure={failureOf(list)}
      validate={(value) => {
        const problem = nameProblem(value ?? '')
        return problem && `${label} ${problem}`
      }}
    />
  )
}
