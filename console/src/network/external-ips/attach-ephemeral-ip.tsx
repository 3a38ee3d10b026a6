import { useQuery } from '@tanstack/react-query'
import type { Instance } from '~/api/types.gen.ts'
import { ListboxField } from '~/form/listbox.tsx'
import { useForm } from '~/form/use-form.ts'
import { addressPoolOptions, firstAddressPool, useFirstPool } from '~/network/pool-options.ts'
import { poolsQuery } from '~/network/pools.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { failureOf } from '~/shell/page/reads.ts'

export default function AttachEphemeralIp({ instance, onClose }: { instance: Instance; onClose: () => void }) {
  const pools = useQuery(poolsQuery)
  const first = pools.data && firstAddressPool(pools.data)?.name
  const form = useForm({ defaultValues: { pool: first ?? '' }, saveKey: 'attach ephemeral IP' })
  useFirstPool(form, 'pool', first)
  return (
    <RequestModal
      form={form}
      title="Attach ephemeral IP"
      onClose={onClose}
      method="instanceEphemeralIpAttach"
      request={(body) => ({ path: { instance: instance.id }, body })}
      outcome={({ ip }) => outcome('Instance', instance.name, 'has the address', ip)}
    >
      <p className="text-ink-2">Assigns a free address of the pool. It is released when detached.</p>
      <ListboxField
        control={form.control}
        name="pool"
        label="IP pool"
        required
        items={pools.data && addressPoolOptions(pools.data)}
        failure={failureOf(pools)}
      />
    </RequestModal>
  )
}
