import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { namesOf } from '~/shell/edit-names.tsx'
import { EditPanel } from '~/shell/edit-panel.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { fields, nameAndDescription, text } from '~/shell/three-way.ts'
import type { Vpc } from '~/api/types.gen.ts'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { vpcQuery, vpcsPath } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/_vpcs/vpcs/$vpc/edit')

const valuesOf = (vpc: Vpc) => ({ ...namesOf(vpc), dnsName: vpc.dnsName })
export const mergeVpcs = fields<ReturnType<typeof valuesOf>>({ ...nameAndDescription, dnsName: text('DNS name') })

export function EditVpc() {
  const params = route.useParams()
  const { data: vpc } = useSuspenseQuery(vpcQuery(params))
  const form = useForm({ defaultValues: valuesOf(vpc) })
  const path = { vpc: vpc.id }
  return (
    <EditPanel
      form={form}
      title="Edit VPC"
      submitLabel="Update VPC"
      submitDisabled={useRefusal('vpc_update', { project: params.project })}
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
        hint="Firewall rules refer to the VPC by name. They do not follow a new name."
      />
      <DescriptionField control={form.control} name="description" />
      <NameField control={form.control} name="dnsName" label="DNS name" />
    </EditPanel>
  )
}
