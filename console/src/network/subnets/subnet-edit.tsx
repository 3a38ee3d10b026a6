import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { VpcSubnet, VpcSubnetUpdate } from '~/api/types.gen.ts'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { namesOf } from '~/shell/edit-names.tsx'
import { EditPanel } from '~/shell/edit-panel.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { fields, nameAndDescription, whole } from '~/shell/three-way.ts'
import { Fact } from '~/ui/facts.tsx'
import { routersQuery } from '~/network/routers/queries.ts'
import { CustomRouterField } from './custom-router-field.tsx'
import { subnetQuery, subnetsPath } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc/_tabs/_subnets/subnets/$subnet/edit')

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
  const params = route.useParams()
  const { data: subnet } = useSuspenseQuery(subnetQuery(params))
  const form = useForm({ defaultValues: valuesOf(subnet) })
  const routers = useQuery(routersQuery(params)).data
  const path = { subnet: subnet.id }
  return (
    <EditPanel
      form={form}
      title="Edit subnet"
      submitLabel="Update subnet"
      submitDisabled={useRefusal('vpc_subnet_update', { project: params.project })}
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
