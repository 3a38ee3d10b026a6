import type { Instance, SiloIpPool } from '~/api/types.gen.ts'
import { ListboxField } from '~/form/listbox.tsx'
import { useForm } from '~/form/use-form.ts'
import { poolOptions } from '~/network/pool-options.ts'
import { firstPool } from '~/network/pools.ts'
import { outcome } from '~/shell/outcome.tsx'
import { RequestModal } from '~/shell/request-modal.tsx'

interface AttachEphemeralIpProps {
  instance: Instance
  pools: readonly SiloIpPool[]
  onClose: () => void
}

/** Gives an instance an address that it has until it is detached. */
export default function AttachEphemeralIp({ instance, pools, onClose }: AttachEphemeralIpProps) {
  const form = useForm({ defaultValues: { pool: firstPool(pools)?.name ?? '' }, saveKey: 'attach ephemeral IP' })
  return (
    <RequestModal
      form={form}
      title="Attach ephemeral IP"
      submitLabel="Attach ephemeral IP"
      onClose={onClose}
      method="instanceEphemeralIpAttach"
      request={(body) => ({ path: { instance: instance.id }, body })}
      outcome={({ ip }) => outcome('Instance', instance.name, 'is reachable at', ip)}
    >
      <p className="text-ink-2">The lowest address that is free in the pool, given back when it is detached.</p>
      <ListboxField control={form.control} name="pool" label="IP pool" required items={poolOptions(pools)} />
    </RequestModal>
  )
}
