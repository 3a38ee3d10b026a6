import {
  icmpCodesProblem,
  icmpTypeProblem,
  icmpTypes,
  maxPriority,
  maxRuleParts,
} from '@skerry/contract/rules/firewall.ts'
import { type Control, useWatch } from 'react-hook-form'
import type { VpcFirewallRuleProtocol } from '~/api/types.gen.ts'
import { RadioField, SwitchField } from '~/form/choice-fields.tsx'
import { ComboboxField } from '~/form/combobox.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { DescriptionField, NameField, PortsField, TextField } from '~/form/text-fields.tsx'
import { withPlainDashes } from '~/form/validators.ts'
import type { VpcParams } from '~/network/vpcs/queries.ts'
import { Notice } from '~/ui/notice.tsx'
import { HostsField } from './hosts-field.tsx'
import type { RuleValues } from './rule-values.ts'
import { portsNote, protocolText } from './rule-words.ts'

interface RuleFieldsProps {
  control: Control<RuleValues>
  params: VpcParams
  /** Names that other rules of the VPC have. */
  taken: ReadonlySet<string>
}

const priorityRule = (value: number | null) =>
  value !== null && Number.isInteger(value) && value >= 0 && value <= maxPriority
    ? undefined
    : `Priority must be between 0 and ${maxPriority}`

const portColumns = [
  { header: 'Port or range', cell: (port: string) => <span className="text-mono">{port}</span> },
] as const

export function RuleFields({ control, params, taken }: RuleFieldsProps) {
  const [targets, ports, protocols] = useWatch({ control, name: ['targets', 'ports', 'protocols'] })
  const note = portsNote({ ports, protocols })
  return (
    <>
      <SwitchField control={control} name="enabled" label="Enabled" />
      <NameField
        control={control}
        name="name"
        validate={(name) => (taken.has(name) ? 'Firewall rule name already exists' : undefined)}
      />
      <DescriptionField control={control} name="description" />
      <RadioField
        control={control}
        name="action"
        label="Action"
        choices={[
          { value: 'allow', label: 'Allow' },
          { value: 'deny', label: 'Deny' },
        ]}
      />
      <RadioField
        control={control}
        name="direction"
        label="Direction"
        choices={[
          { value: 'inbound', label: 'Inbound', description: 'Traffic to the targets' },
          { value: 'outbound', label: 'Outbound', description: 'Traffic from the targets' },
        ]}
      />
      <NumberField
        control={control}
        name="priority"
        label="Priority"
        required
        max={maxPriority}
        rule={priorityRule}
        hint="0 to 65535. Of the matching rules, the one with the lowest number wins."
      />
      <HostsField
        control={control}
        name="targets"
        label="Targets"
        thing="target"
        params={params}
        required
        hint="The instances that the rule applies to"
      />
      {targets.length === 0 && <Notice content="A rule without targets applies to nothing." />}
      <h3 className="border-t border-line pt-4 font-semibold">Filters</h3>
      <SubForm<RuleValues, 'ports', { port: string }, string>
        control={control}
        name="ports"
        label="Ports"
        blank={{ port: '' }}
        toRow={({ port }) => port}
        textOf={(port) => port}
        listing="port"
        columns={portColumns}
        addLabel="Add port"
        max={maxRuleParts}
        hint="Of TCP and UDP. All ports if empty."
      >
        {(draft) => (
          <PortsField
            control={draft.control}
            name="port"
            label="Port or range"
            required
            placeholder="80 or 8000-8100"
          />
        )}
      </SubForm>
      <ProtocolsField control={control} />
      <div role="status" className="empty:hidden">
        {note && <Notice content={note} />}
      </div>
      <HostsField
        control={control}
        name="hosts"
        label="Hosts"
        thing="host"
        params={params}
        hint="The other end of the traffic. Any host if empty."
      />
    </>
  )
}

interface ProtocolDraft {
  type: VpcFirewallRuleProtocol['type'] | null
  icmpType: string | null
  code: string
}

const protocols = [
  { value: 'tcp', label: 'TCP' },
  { value: 'udp', label: 'UDP' },
  { value: 'icmp', label: 'ICMP' },
]

const icmpItems = icmpTypes.map(({ type, name }) => ({ value: String(type), label: `${type} ${name}` }))

const protocolOf = ({ type, icmpType, code }: ProtocolDraft): VpcFirewallRuleProtocol => {
  if (type !== 'icmp') return { type: type! }
  return { type, value: icmpType ? { icmpType: Number(icmpType), code: withPlainDashes(code) || null } : null }
}

const ProtocolsField = ({ control }: { control: Control<RuleValues> }) => (
  <SubForm<RuleValues, 'protocols', ProtocolDraft, VpcFirewallRuleProtocol>
    control={control}
    name="protocols"
    label="Protocols"
    // Nothing is chosen at first: what a filled-in row shows must be added, or it is not sent.
    blank={{ type: null, icmpType: null, code: '' }}
    toRow={protocolOf}
    textOf={protocolText}
    columns={[{ header: 'Protocol', cell: protocolText }]}
    addLabel="Add protocol"
    max={maxRuleParts}
    hint="All protocols if empty"
  >
    {(draft) => {
      const { type, icmpType } = draft.watch()
      return (
        <>
          <ListboxField
            control={draft.control}
            name="type"
            label="Protocol"
            required
            items={protocols}
            onChoose={() => {
              draft.setValue('icmpType', null)
              draft.setValue('code', '')
              draft.clearErrors()
            }}
          />
          {type === 'icmp' && (
            <ComboboxField
              control={draft.control}
              name="icmpType"
              label="ICMP type"
              items={icmpItems}
              free
              placeholder="Any"
              validate={(value) => (value ? icmpTypeProblem(value) : undefined)}
              onChoose={(value) => value === null && draft.setValue('code', '')}
            />
          )}
          {type === 'icmp' && icmpType && (
            <TextField
              control={draft.control}
              name="code"
              label="ICMP code"
              mono
              placeholder="Any"
              rules={[(codes) => icmpCodesProblem(withPlainDashes(codes))]}
            />
          )}
        </>
      )
    }}
  </SubForm>
)
