import { nameProblem } from '@skerry/contract/rules/names.ts'
import { ipNetProblem, ipProblem } from '@skerry/contract/rules/networks.ts'
import { wayProblem } from '@skerry/contract/rules/routes.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { wholeListQuery } from '~/api/queries.ts'
import type { RouteDestination, RouteTarget } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { TextField } from '~/form/text-fields.tsx'
import { inVpc, type VpcParams } from '~/network/vpcs/queries.ts'
import { failureOf } from '~/shell/reads.ts'
import { wayTypeLabel } from './route-words.ts'

/** A route as its form has it. */
export interface RouteValues {
  name: string
  description: string
  destinationType: RouteDestination['type']
  destination: string | null
  targetType: RouteTarget['type']
  /** Null for drop, which has none. */
  target: string | null
}

export const newRoute: RouteValues = {
  name: '',
  description: '',
  destinationType: 'ip_net',
  destination: null,
  targetType: 'ip',
  target: null,
}

/** The two ends of a route as the API takes them. */
export const wayOf = (values: RouteValues): { destination: RouteDestination; target: RouteTarget } => ({
  destination: { type: values.destinationType, value: values.destination ?? '' },
  target: values.targetType === 'drop' ? { type: 'drop' } : { type: values.targetType, value: values.target ?? '' },
})

const itemsOf = <T extends string>(...types: (T & keyof typeof wayTypeLabel)[]) =>
  types.map((value) => ({ value, label: wayTypeLabel[value] }))

const destinations = itemsOf('ip', 'ip_net', 'subnet')
const targets = itemsOf('ip', 'instance', 'internet_gateway', 'drop')

interface EndProps {
  form: UseFormReturn<RouteValues>
  params: VpcParams
}

export function DestinationFields({ form, params }: EndProps) {
  const type = form.watch('destinationType')
  return (
    <>
      <ListboxField
        control={form.control}
        name="destinationType"
        label="Destination type"
        required
        items={destinations}
        onChoose={() => {
          form.setValue('destination', null)
          form.clearErrors(['destination', 'target'])
        }}
      />
      <ValueField key={type} form={form} name="destination" type={type} params={params} />
    </>
  )
}

export function TargetFields({ form, params }: EndProps) {
  const type = form.watch('targetType')
  return (
    <>
      <ListboxField
        control={form.control}
        name="targetType"
        label="Target type"
        required
        items={targets}
        onChoose={() => {
          form.setValue('target', null)
          form.clearErrors('target')
        }}
      />
      {type !== 'drop' && <ValueField key={type} form={form} name="target" type={type} params={params} />}
    </>
  )
}

type ValueType = Exclude<RouteDestination['type'] | RouteTarget['type'], 'drop'>

interface ValueFieldProps extends EndProps {
  name: 'destination' | 'target'
  type: ValueType
}

function ValueField({ form, name, type, params }: ValueFieldProps) {
  const label = name === 'target' ? 'Target' : 'Destination'
  if (type !== 'ip' && type !== 'ip_net')
    return <NamedField form={form} name={name} type={type} params={params} label={label} />
  return (
    <TextField
      control={form.control}
      name={name}
      label={label}
      required
      mono
      placeholder={type === 'ip' ? '172.30.0.9' : '0.0.0.0/0'}
      rules={[type === 'ip' ? ipProblem : ipNetProblem]}
      validate={(_, values) => (name === 'target' ? wayProblem(wayOf(values)) : undefined)}
    />
  )
}

/** One that is there, or any other name: a route may name what is yet to come. */
function NamedField({
  form,
  name,
  type,
  params,
  label,
}: Omit<ValueFieldProps, 'type'> & { type: string; label: string }) {
  const inside = { query: inVpc(params) }
  const { project } = params
  const subnets = useQuery({ ...wholeListQuery('vpcSubnetList', inside), enabled: type === 'subnet' })
  const gateways = useQuery({
    ...wholeListQuery('internetGatewayList', inside),
    enabled: type === 'internet_gateway',
  })
  const instances = useQuery({
    ...wholeListQuery('instanceList', { query: { project } }),
    enabled: type === 'instance',
  })
  const list: UseQueryResult<{ name: string }[]> =
    type === 'subnet' ? subnets : type === 'internet_gateway' ? gateways : instances
  return (
    <ComboboxField
      control={form.control}
      name={name}
      label={label}
      required
      free
      items={list.data?.map((each) => ({ value: each.name, label: each.name }))}
      failure={failureOf(list)}
      validate={(value) => {
        const problem = nameProblem(value ?? '')
        return problem && `${label} ${problem}`
      }}
    />
  )
}
