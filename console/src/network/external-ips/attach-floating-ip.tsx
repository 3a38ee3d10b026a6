import { useQuery } from '@tanstack/react-query'
import type { Instance } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import { floatingIpsQuery } from './queries.ts'

interface AttachFloatingIpProps {
  /** Name or id of the URL. */
  project: string
  instance: Instance
  onClose: () => void
}

export default function AttachFloatingIp({ project, instance, onClose }: AttachFloatingIpProps) {
  const floatingIps = useQuery(floatingIpsQuery(project))
  const form = useForm({ defaultValues: { floatingIp: '' }, saveKey: 'attach floating IP' })
  return (
    <RequestModal
      form={form}
      title="Attach floating IP"
      onClose={onClose}
      method="floatingIpAttach"
      request={({ floatingIp }) => ({ path: { floatingIp }, body: { kind: 'instance', parent: instance.id } })}
      outcome={({ ip }) => outcome('Instance', instance.name, 'has the address', ip)}
    >
      <ComboboxField
        control={form.control}
        name="floatingIp"
        label="Floating IP"
        required
        hint="Only unattached floating IPs of this project can be attached"
        items={floatingIps.data
          ?.filter(({ instanceId }) => !instanceId)
          .map(({ id, name, ip }) => ({ value: id, label: name, description: ip }))}
        failure={failureOf(floatingIps)}
      />
    </RequestModal>
  )
}
