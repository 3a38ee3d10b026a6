import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { FloatingIpCreate } from '~/api/types.gen.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validateIp } from '~/form/validators.ts'
import { PoolName } from '~/network/pool-name.tsx'
import { addressPoolOptions, firstAddressPool } from '~/network/pool-options.ts'
import { poolsQuery } from '~/network/pools.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { EditNames } from '~/shell/form/edit-names.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { ThingLink, useStorageNames } from '~/shell/things/storage-names.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { floatingIpQuery } from './queries.ts'

const parentRoute = getRouteApi('/_app/projects/$project')

interface Values {
  name: string
  description: string
  from: 'pool' | 'address'
  pool: string
  ip: string
}

const bodyOf = ({ name, description, from, pool, ip }: Values): FloatingIpCreate => ({
  name,
  description,
  pool,
  ...(from === 'address' && { ip }),
})

export function NewFloatingIp() {
  const { project } = parentRoute.useParams()
  const poolsRead = useQuery(poolsQuery)
  const pools = poolsRead.data
  const refusal = useRefusal('floating_ip_create', { project })
  const form = useForm<Values>({
    defaultValues: { name: '', description: '', from: 'pool', pool: firstAddressPool(pools ?? [])?.name ?? '', ip: '' },
  })
  const isCertain = form.watch('from') === 'address'
  return (
    <FormPanel
      form={form}
      title="Create floating IP"
      refusal={refusal ?? (pools?.length === 0 && 'No IP pool is linked to this silo')}
      method="floatingIpCreate"
      request={(values) => ({ query: { project }, body: bodyOf(values) })}
      outcome={({ name, ip }) => outcome('Floating IP', name, 'created:', ip)}
      closeTo={pathTo('/projects/$project/floating-ips', { project })}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <RadioField
        control={form.control}
        name="from"
        label="Address"
        required
        choices={[
          { value: 'pool', label: 'From a pool', description: 'Any free address' },
          { value: 'address', label: 'This address', description: 'A specific address, if it is free' },
        ]}
      />
      {isCertain && (
        <TextField
          control={form.control}
          name="ip"
          label="IP address"
          required
          mono
          placeholder="203.0.113.10"
          rules={[validateIp]}
        />
      )}
      <ListboxField
        control={form.control}
        name="pool"
        label="IP pool"
        required
        hint={isCertain && 'The pool that contains the address'}
        failure={failureOf(poolsRead)}
        items={pools && addressPoolOptions(pools)}
      />
    </FormPanel>
  )
}

const editRoute = getRouteApi('/_app/projects/$project/_floating-ips/floating-ips/$floatingIp/edit')

export function EditFloatingIp() {
  const { project, floatingIp: name } = editRoute.useParams()
  const { data: floatingIp } = useSuspenseQuery(floatingIpQuery(project, name))
  const names = useStorageNames(project, ['instances'])
  const refusal = useRefusal('floating_ip_update', { project })
  return (
    <EditNames
      word="floating IP"
      thing={floatingIp}
      view="floatingIpView"
      update="floatingIpUpdate"
      at={{ path: { floatingIp: floatingIp.id } }}
      refusal={refusal}
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
    </EditNames>
  )
}
