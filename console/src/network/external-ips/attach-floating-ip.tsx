import type { FloatingIp, Instance } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/outcome.tsx'
import { RequestModal } from '~/shell/request-modal.tsx'

interface AttachFloatingIpProps {
  instance: Instance
  /** Those of its project that no instance has. */
  floatingIps: readonly FloatingIp[]
  onClose: () => void
}

/** Gives an instance a floating IP of its project. */
export default function AttachFloatingIp({ instance, floatingIps, onClose }: AttachFloatingIpProps) {
  const form = useForm({ defaultValues: { floatingIp: '' }, saveKey: 'attach floating IP' })
  return (
    <RequestModal
      form={form}
      title="Attach floating IP"
      submitLabel="Attach floating IP"
      onClose={onClose}
      method="floatingIpAttach"
      request={({ floatingIp }) => ({ path: { floatingIp }, body: { kind: 'instance', parent: instance.id } })}
      outcome={({ ip }) => outcome('Instance', instance.name, 'is reachable at', ip)}
    >
      <ComboboxField
        control={form.control}
        name="floatingIp"
        label="Floating IP"
        required
        hint="Floating IPs of this project that no instance has"
        items={floatingIps.map(({ id, name, ip }) => ({ value: id, label: name, description: ip }))}
      />
    </RequestModal>
  )
}
