import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { callOrThrow } from '~/api/queries.ts'
import type { VpcSubnet, VpcSubnetUpdate } from '~/api/types.gen.ts'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { withEdits } from '~/shell/with-edits.ts'
import { Fact } from '~/ui/facts.tsx'
import { CustomRouterField } from './custom-router-field.tsx'
import { subnetQuery, subnetsPath } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc/_tabs/_subnets/subnets/$subnet/edit')

const valuesOf = ({ name, description, customRouterId }: VpcSubnet) => ({
  name,
  description,
  customRouter: customRouterId ?? '',
})

const bodyOf = ({ customRouter, ...body }: ReturnType<typeof valuesOf>): VpcSubnetUpdate => ({
  ...body,
  customRouter: customRouter || null,
})

export function EditSubnet() {
  const params = route.useParams()
  const { data: subnet } = useSuspenseQuery(subnetQuery(params))
  const [start] = useState(() => valuesOf(subnet))
  const form = useForm({ defaultValues: start })
  const path = { subnet: subnet.id }
  return (
    <FormPanel
      form={form}
      title="Edit subnet"
      submitLabel="Update subnet"
      submitDisabled={useRefusal('vpc_subnet_update', { project: params.project })}
      method="vpcSubnetUpdate"
      request={(values) => ({ path, body: bodyOf(values) })}
      send={async (values) => {
        const now = valuesOf(await callOrThrow('vpcSubnetView', { path }))
        return { path, body: withEdits(bodyOf(start), bodyOf(values), bodyOf(now)) }
      }}
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
