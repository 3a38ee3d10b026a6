import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ProbeCreate } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { addressPoolOptions, firstAddressPool } from '~/network/pool-options.ts'
import { poolsQuery } from '~/network/pools.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { useIsFleetViewer } from '~/shell/access/session.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import { sledsQuery } from '~/shell/things/sleds.ts'
import { probesPath } from './queries.ts'

const route = getRouteApi('/_app/projects/$project')

type Values = Omit<ProbeCreate, 'ipPool'> & { ipPool: string }

export function NewProbe() {
  const { project } = route.useParams()
  const poolsRead = useQuery(poolsQuery)
  const pools = poolsRead.data
  const refusal = useRefusal('probe_create', { project })
  const seesSleds = useIsFleetViewer()
  const sleds = useQuery({ ...sledsQuery, enabled: seesSleds })
  const form = useForm<Values>({
    defaultValues: { name: '', description: '', sled: '', ipPool: firstAddressPool(pools ?? [])?.name ?? '' },
  })
  return (
    <FormPanel
      form={form}
      title="Create probe"
      refusal={refusal ?? (pools?.length === 0 && 'No IP pool is linked to this silo')}
      method="probeCreate"
      request={(body) => ({ query: { project }, body })}
      outcome={({ name }) => outcome('Probe', name, 'created')}
      closeTo={probesPath(project)}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <ComboboxField
        control={form.control}
        name="sled"
        label="Sled"
        required
        failure={failureOf(sleds)}
        items={(seesSleds ? sleds.data : [])?.map(({ id, baseboard, policy }) => ({
          value: id,
          label: baseboard.serial,
          description: id,
          refusal: policy.kind === 'expunged' && 'This sled is not in service',
        }))}
      />
      <ListboxField
        control={form.control}
        name="ipPool"
        label="IP pool"
        required
        hint="The external IP comes from this pool"
        failure={failureOf(poolsRead)}
        items={pools && addressPoolOptions(pools)}
      />
    </FormPanel>
  )
}
