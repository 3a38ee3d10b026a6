import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validateIpv4Block, validateIpv6Block } from '~/network/validators.ts'
import { inVpc, vpcQuery } from '~/network/vpcs/queries.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { CustomRouterField } from './custom-router-field.tsx'
import { subnetsPath } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc')

export function NewSubnet() {
  const params = route.useParams()
  const { data: vpc } = useSuspenseQuery(vpcQuery(params))
  const form = useForm({
    defaultValues: { name: '', description: '', ipv4Block: '', ipv6Block: '', customRouter: '' },
  })
  return (
    <FormPanel
      form={form}
      title="Create subnet"
      submitDisabled={useRefusal('vpc_subnet_create', { project: params.project })}
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
