import { nameProblem } from '@skerry/contract/rules/names.ts'
import { useQuery } from '@tanstack/react-query'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { wholeListQuery } from '~/api/queries.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import type { FieldProps } from '~/form/field.tsx'
import { inVpc, type VpcParams } from '~/network/vpcs/queries.ts'
import { failureOf } from '~/shell/page/reads.ts'

interface NamedFieldProps<V extends FieldValues, N extends FieldPath<V>> extends Pick<
  FieldProps<V, N>,
  'control' | 'name' | 'label'
> {
  /** What is named. */
  type: 'vpc' | 'subnet' | 'instance' | 'internet_gateway'
  params: VpcParams
  /** An example while nothing is chosen. */
  placeholder?: string
}

/** The name of an existing one, or any other: rules and routes may name what does not exist yet. */
export function NamedField<V extends FieldValues, N extends FieldPath<V>>({
  type,
  params,
  ...field
}: NamedFieldProps<V, N>) {
  const [inside, ofProject] = [{ query: inVpc(params) }, { query: { project: params.project } }]
  const when = (wanted: typeof type) => ({ enabled: type === wanted })
  const vpcs = useQuery(wholeListQuery('vpcList', ofProject, when('vpc')))
  const subnets = useQuery(wholeListQuery('vpcSubnetList', inside, when('subnet')))
  const instances = useQuery(wholeListQuery('instanceList', ofProject, when('instance')))
  const gateways = useQuery(wholeListQuery('internetGatewayList', inside, when('internet_gateway')))
  const list = { vpc: vpcs, subnet: subnets, instance: instances, internet_gateway: gateways }[type]
  return (
    <ComboboxField<V, N>
      {...field}
      required
      free
      items={list.data?.map(({ name }) => ({ value: name, label: name }))}
      failure={failureOf(list)}
      validate={(value: unknown) => {
        const problem = nameProblem(String(value ?? ''))
        return problem && `${field.label} ${problem}`
      }}
    />
  )
}
