import { ipProblem, networkProblem } from '@skerry/contract/rules/networks.ts'
import { routeProblem } from '@skerry/contract/rules/routes.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { RouteDestination, RouterRouteCreate, RouteTarget } from '~/api/types.gen.ts'
import { ListboxField } from '~/form/listbox.tsx'
import { TextField } from '~/form/text-fields.tsx'
import { NamedField } from '~/network/named-field.tsx'
import type { VpcParams } from '~/network/vpcs/queries.ts'
import { fields, type Merge, nameAndDescription, whole } from '~/shell/conflict/three-way.ts'
import { endpointText, endpointTypeLabel } from './route-words.ts'

/** A route as its form has it. */
export interface RouteValues {
  name: string
  description: string
  destinationType: RouteDestination['type']
  destination: string | null
  targetType: RouteTarget['type']
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

export const valuesOf = ({ name, description, destination, target }: RouterRouteCreate): RouteValues => ({
  name,
  description,
  destinationType: destination.type,
  destination: destination.value,
  targetType: target.type,
  target: 'value' in target ? target.value : null,
})

const routeEndsOf = (values: RouteValues): { destination: RouteDestination; target: RouteTarget } => ({
  destination: { type: values.destinationType, value: values.destination ?? '' },
  target: values.targetType === 'drop' ? { type: 'drop' } : { type: values.targetType, value: values.target ?? '' },
})

export const routeBody = (values: RouteValues): RouterRouteCreate => ({
  name: values.name,
  description: values.description,
  ...routeEndsOf(values),
})

const endText = (end: RouteDestination | RouteTarget) => `“${endpointText(end)}”`
const mergeBodies = fields<RouterRouteCreate>({
  ...nameAndDescription,
  destination: whole<RouteDestination>('Destination', endText),
  target: whole<RouteTarget>('Target', endText),
})

/** Field by field; the type and the value of an end are one. */
export const mergeRoutes: Merge<RouteValues> = (base, mine, theirs) => {
  const { value, clashes } = mergeBodies(routeBody(base), routeBody(mine), routeBody(theirs))
  return { value: valuesOf(value), clashes }
}

const itemsOf = <T extends string>(...types: (T & keyof typeof endpointTypeLabel)[]) =>
  types.map((value) => ({ value, label: endpointTypeLabel[value] }))

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
    return <NamedField control={form.control} name={name} label={label} type={type} params={params} />
  return (
    <TextField
      control={form.control}
      name={name}
      label={label}
      required
      mono
      placeholder={type === 'ip' ? '172.30.0.9' : '0.0.0.0/0'}
      rules={[type === 'ip' ? ipProblem : networkProblem]}
      validate={(_, values) => (name === 'target' ? routeProblem(routeEndsOf(values)) : undefined)}
    />
  )
}
