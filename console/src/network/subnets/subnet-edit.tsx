import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { Fact } from '~/ui/facts.tsx'
import { CustomRouterField } from './custom-router-field.tsx'
import { subnetQuery, subnetsPath } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc/_tabs/_subnets/subnets/$subnet/edit')

export function EditSubnet() {
  const params = route.useParams()
  const { data: subnet } = useSuspenseQuery(subnetQuery(params))
  const { name, description, customRouterId } = subnet
  const form = useForm({ defaultValues: { name, description, customRouter: customRouterId ?? '' } })
  return (
    <FormPanel
      form={form}
      title="Edit subnet"
      submitLabel="Update subnet"
      submitDisabled={useRefusal('vpc_subnet_update', { project: params.project })}
      method="vpcSubnetUpdate"
      request={({ customRouter, ...body }) => ({
        path: { subnet: subnet.id },
        body: { ...body, customRouter: customRouter || null },
      })}
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
    </FormPanel>
  )
}
