import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { VpcSubnet, VpcSubnetUpdate } from '~/api/types.gen.ts'
import type { FieldProps } from '~/form/field.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { routersQuery } from '~/network/routers/queries.ts'
import { validateIpv4Block, validateIpv6Block } from '~/network/validators.ts'
import { inVpc, type VpcParams, vpcQuery } from '~/network/vpcs/queries.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { fields, nameAndDescription, whole } from '~/shell/conflict/three-way.ts'
import { namesOf } from '~/shell/form/edit-names.tsx'
import { EditPanel } from '~/shell/form/edit-panel.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import { Fact } from '~/ui/facts.tsx'
import { subnetQuery, subnetsPath } from './queries.ts'

const parentRoute = getRouteApi('/_app/projects/$project/vpcs/$vpc')

export function NewSubnet() {
  const params = parentRoute.useParams()
  const { data: vpc } = useSuspenseQuery(vpcQuery(params))
  const form = useForm({
    defaultValues: { name: '', description: '', ipv4Block: '', ipv6Block: '', customRouter: '' },
  })
  const refusal = useRefusal('vpc_subnet_create', { project: params.project })
  return (
    <FormPanel
      form={form}
      title="Create subnet"
      refusal={refusal}
      method="vpcSubnetCreate"
      request={({ ipv6Block, customRouter, ...body }) => ({
        query: inVpc(params),
        body: { ...body, ipv6Block: ipv6Block || null, customRouter: customRouter || null },
      })}
      outcome={(subnet) => outcome('Subnet', subnet.name, 'created')}
      closeTo={subnetsPath(params)}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <TextField
        control={form.control}
        name="ipv4Block"
        label="IPv4 block"
        required
        mono
        placeholder="172.30.4.0/22"
        rules={[validateIpv4Block]}
        hint="A private network, /8 to /26. The first five addresses and the last are reserved."
      />
      <TextField
        control={form.control}
        name="ipv6Block"
        label="IPv6 block"
        mono
        rules={[validateIpv6Block(vpc.ipv6Prefix)]}
        hint={`A /64 in ${vpc.ipv6Prefix}. The lowest free one if left empty.`}
      />
      <CustomRouterField control={form.control} name="customRouter" params={params} />
    </FormPanel>
  )
}

const editRoute = getRouteApi('/_app/projects/$project/vpcs/$vpc/_tabs/_subnets/subnets/$subnet/edit')

const valuesOf = (subnet: VpcSubnet) => ({ ...namesOf(subnet), customRouter: subnet.customRouterId ?? '' })

export const mergeSubnets = (routerName: (id: string) => string) =>
  fields<ReturnType<typeof valuesOf>>({
    ...nameAndDescription,
    customRouter: whole('Custom router', (id) => (id ? routerName(id) : 'none')),
  })

const bodyOf = ({ customRouter, ...body }: ReturnType<typeof valuesOf>): VpcSubnetUpdate => ({
  ...body,
  customRouter: customRouter || null,
})

export function EditSubnet() {
  const params = editRoute.useParams()
  const { data: subnet } = useSuspenseQuery(subnetQuery(params))
  const form = useForm({ defaultValues: valuesOf(subnet) })
  const routers = useQuery(routersQuery(params)).data
  const path = { subnet: subnet.id }
  const refusal = useRefusal('vpc_subnet_update', { project: params.project })
  return (
    <EditPanel
      form={form}
      title="Edit subnet"
      submitLabel="Update subnet"
      refusal={refusal}
      view="vpcSubnetView"
      at={{ path }}
      valuesOf={valuesOf}
      merge={mergeSubnets((id) => routers?.find((each) => each.id === id)?.name ?? 'another router')}
      method="vpcSubnetUpdate"
      request={(values) => ({ path, body: bodyOf(values) })}
      outcome={(updated) => outcome('Subnet', updated.name, 'updated')}
      closeTo={subnetsPath(params)}
    >
      <Metadata thing={subnet}>
        <Fact label="IPv4 block">
          <span className="text-mono">{subnet.ipv4Block}</span>
        </Fact>
        <Fact label="IPv6 block">
          <span className="text-mono">{subnet.ipv6Block}</span>
        </Fact>
      </Metadata>
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <CustomRouterField control={form.control} name="customRouter" params={params} />
    </EditPanel>
  )
}

interface CustomRouterFieldProps<V extends FieldValues, N extends FieldPath<V>> extends Pick<
  FieldProps<V, N>,
  'control' | 'name'
> {
  params: VpcParams
}

/** The router of a subnet; none, which is the value '', for the VPC's system router. */
export function CustomRouterField<V extends FieldValues, N extends FieldPath<V>>({
  params,
  ...field
}: CustomRouterFieldProps<V, N>) {
  const routers = useQuery(routersQuery(params))
  const custom = routers.data?.filter(({ kind }) => kind === 'custom')
  return (
    <ListboxField<V, N>
      {...field}
      label="Custom router"
      failure={failureOf(routers)}
      items={
        custom && [
          { value: '', label: 'None', description: 'Use the system router' },
          ...custom.map(({ id, name, description }) => ({ value: id, label: name, description })),
        ]
      }
    />
  )
}
