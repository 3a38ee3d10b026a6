import { useQuery } from '@tanstack/react-query'
import type { InternetGateway, InternetGatewayIpPool } from '~/api/types.gen.ts'
import { ListboxField } from '~/form/listbox.tsx'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { poolOptions, useFirstPool } from '~/network/pool-options.ts'
import { firstPool, poolsQuery } from '~/network/pools.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { failureOf } from '~/shell/page/reads.ts'

interface AttachPoolProps {
  gateway: InternetGateway
  attached: readonly InternetGatewayIpPool[]
  onClose: () => void
}

export default function AttachPool({ gateway, attached, onClose }: AttachPoolProps) {
  const pools = useQuery(poolsQuery)
  const taken = new Set(attached.map(({ ipPoolId }) => ipPoolId))
  const free = pools.data?.filter(({ id }) => !taken.has(id))
  const first = free && firstPool(free)?.name
  const form = useForm({
    defaultValues: { name: '', description: '', ipPool: first ?? '' },
    saveKey: `attach pool ${gateway.id}`,
  })
  useFirstPool(form, 'ipPool', first)
  return (
    <RequestModal
      form={form}
      title="Attach IP pool"
      refusal={free?.length === 0 && 'All IP pools of this silo are attached'}
      onClose={onClose}
      method="internetGatewayIpPoolCreate"
      request={(body) => ({ query: { gateway: gateway.id }, body })}
      outcome={({ name }) => outcome('IP pool', name, 'attached to', gateway.name)}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <ListboxField
        control={form.control}
        name="ipPool"
        label="IP pool"
        required
        items={free && poolOptions(free)}
        failure={failureOf(pools)}
      />
    </RequestModal>
  )
}
