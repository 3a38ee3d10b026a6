import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ThingLink, useStorageNames } from '~/compute/storage-names.tsx'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { PoolName } from '~/network/pool-name.tsx'
import { FormPanel } from '~/shell/form-panel.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { pathTo } from '~/shell/path.ts'
import { useRefusal } from '~/shell/roles.ts'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { floatingIpQuery } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/_floating-ips/floating-ips/$floatingIp/edit')

export function EditFloatingIp() {
  const { project, floatingIp: name } = route.useParams()
  const { data: floatingIp } = useSuspenseQuery(floatingIpQuery(project, name))
  const names = useStorageNames(project, ['instances'])
  const form = useForm({ defaultValues: { name: floatingIp.name, description: floatingIp.description } })
  const refusal = useRefusal('floating_ip_update', { project })
  return (
    <FormPanel
      form={form}
      title="Edit floating IP"
      submitLabel="Update floating IP"
      submitDisabled={refusal}
      method="floatingIpUpdate"
      request={(body) => ({ path: { floatingIp: floatingIp.id }, body })}
      outcome={(updated) => outcome('Floating IP', updated.name, 'updated')}
      closeTo={pathTo('/projects/$project/floating-ips', { project })}
    >
      <Metadata thing={floatingIp}>
        <Fact label="IP address">
          <span className="text-mono">{floatingIp.ip}</span>
          <CopyButton text={floatingIp.ip} label="Copy address" />
        </Fact>
        <Fact label="IP pool">
          <PoolName id={floatingIp.ipPoolId} />
        </Fact>
        <Fact label="Instance">
          <ThingLink {...{ project, names }} kind="instances" id={floatingIp.instanceId} plain />
        </Fact>
      </Metadata>
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
    </FormPanel>
  )
}
