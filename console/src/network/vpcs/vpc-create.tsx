import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validateIpv6Prefix } from '~/network/validators.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { vpcPath, vpcsPath } from './queries.ts'

const route = getRouteApi('/_app/projects/$project')

export function NewVpc() {
  const { project } = route.useParams()
  const form = useForm({ defaultValues: { name: '', description: '', dnsName: '', ipv6Prefix: '' } })
  return (
    <FormPanel
      form={form}
      title="Create VPC"
      submitDisabled={useRefusal('vpc_create', { project })}
      method="vpcCreate"
      request={({ ipv6Prefix, ...body }) => ({ query: { project }, body: { ...body, ipv6Prefix: ipv6Prefix || null } })}
      outcome={(vpc) => outcome('VPC', vpc.name, 'created')}
      closeTo={vpcsPath(project)}
      doneTo={(vpc) => vpcPath(project, vpc.name)}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <NameField
        control={form.control}
        name="dnsName"
        label="DNS name"
        hint="Part of its instances' DNS names inside the VPC"
      />
      <TextField
        control={form.control}
        name="ipv6Prefix"
        label="IPv6 prefix"
        mono
        placeholder="fd12:3456:789a::/48"
        rules={[validateIpv6Prefix]}
        hint="A /48 in fd00::/8. A random one if left empty."
      />
    </FormPanel>
  )
}
