import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Vpc } from '~/api/types.gen.ts'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validateIpv6Prefix } from '~/network/validators.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { fields, nameAndDescription, text } from '~/shell/conflict/three-way.ts'
import { namesOf } from '~/shell/form/edit-names.tsx'
import { EditPanel } from '~/shell/form/edit-panel.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { vpcPath, vpcQuery, vpcsPath } from './queries.ts'

const parentRoute = getRouteApi('/_app/projects/$project')

export function NewVpc() {
  const { project } = parentRoute.useParams()
  const form = useForm({ defaultValues: { name: '', description: '', dnsName: '', ipv6Prefix: '' } })
  const refusal = useRefusal('vpc_create', { project })
  return (
    <FormPanel
      form={form}
      title="Create VPC"
      refusal={refusal}
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

const editRoute = getRouteApi('/_app/projects/$project/_vpcs/vpcs/$vpc/edit')

const valuesOf = (vpc: Vpc) => ({ ...namesOf(vpc), dnsName: vpc.dnsName })
export const mergeVpcs = fields<ReturnType<typeof valuesOf>>({ ...nameAndDescription, dnsName: text('DNS name') })

export function EditVpc() {
  const params = editRoute.useParams()
  const { data: vpc } = useSuspenseQuery(vpcQuery(params))
  const form = useForm({ defaultValues: valuesOf(vpc) })
  const path = { vpc: vpc.id }
  const refusal = useRefusal('vpc_update', { project: params.project })
  return (
    <EditPanel
      form={form}
      title="Edit VPC"
      submitLabel="Update VPC"
      refusal={refusal}
      view="vpcView"
      at={{ path }}
      valuesOf={valuesOf}
      merge={mergeVpcs}
      method="vpcUpdate"
      request={(body) => ({ path, body })}
      outcome={(updated) => outcome('VPC', updated.name, 'updated')}
      closeTo={vpcsPath(params.project)}
    >
      <Metadata thing={vpc}>
        <Fact label="IPv6 prefix">
          <span className="text-mono whitespace-nowrap">{vpc.ipv6Prefix}</span>
          <CopyButton text={vpc.ipv6Prefix} label="Copy IPv6 prefix" />
        </Fact>
      </Metadata>
      <NameField
        control={form.control}
        name="name"
        hint="The VPC's own firewall rules follow a new name. Those of other VPCs that name it do not, and match nothing."
      />
      <DescriptionField control={form.control} name="description" />
      <NameField control={form.control} name="dnsName" label="DNS name" />
    </EditPanel>
  )
}
