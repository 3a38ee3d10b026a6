import { maxRuleParts } from '@skerry/contract/rules/firewall.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Control, UseFormReturn } from 'react-hook-form'
import type { VpcFirewallRuleTarget } from '~/api/types.gen.ts'
import { ListboxField } from '~/form/listbox.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { IpNetsField, TextField } from '~/form/text-fields.tsx'
import { forEachListed, validateIp } from '~/form/validators.ts'
import { upperFirst } from '~/lib/format/words.ts'
import { NamedField } from '~/network/named-field.tsx'
import { type VpcParams, vpcQuery } from '~/network/vpcs/queries.ts'
import type { RuleValues } from './rule-values.ts'
import { hostText, type HostType, hostTypeLabel } from './rule-words.ts'

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
    kept={['type']}
    toRow={({ type, value }) => ({ type, value: value ?? '' })}
    textOf={hostText}
    listing="value"
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
  const label = `${upperFirst(thing)} type`
  const { data: vpc } = useSuspenseQuery(vpcQuery(params))
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
        <TextField
          control={control}
          name="value"
          label="IP address"
          required
          mono
          rules={[forEachListed(validateIp)]}
        />
      ) : type === 'ip_net' ? (
        <IpNetsField control={control} name="value" label="IP network" required placeholder="172.30.0.0/22" />
      ) : (
        <NamedField
          key={type}
          control={control}
          name="value"
          label={hostTypeLabel[type]}
          type={type}
          params={params}
          // Of VPCs a rule can only match its own.
          placeholder={type === 'vpc' ? `Such as ${vpc.name}, this VPC` : undefined}
        />
      )}
    </>
  )
}
