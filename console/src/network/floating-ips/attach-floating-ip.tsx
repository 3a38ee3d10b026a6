import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { wholeListQuery } from '~/api/queries.ts'
import type { FloatingIp } from '~/api/types.gen.ts'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { InstanceField } from '~/shell/things/instance-field.tsx'

interface AttachFloatingIpProps {
  /** Name or id of the URL. */
  project: string
  floatingIp: FloatingIp
  onClose: () => void
}

export default function AttachFloatingIp({ project, floatingIp: { id, name, ip }, onClose }: AttachFloatingIpProps) {
  const instances = useQuery(wholeListQuery('instanceList', { query: { project } }))
  const form = useForm<{ instance: string }>({ defaultValues: { instance: '' }, saveKey: `attach ${id}` })
  return (
    <RequestModal
      form={form}
      title={`Attach floating IP ${name}`}
      submitLabel="Attach floating IP"
      onClose={onClose}
      method="floatingIpAttach"
      request={({ instance }) => ({ path: { floatingIp: id }, body: { kind: 'instance', parent: instance } })}
      outcome={(_, { instance }) =>
        outcome('Instance', instances.data?.find((each) => each.id === instance)?.name ?? '', 'has the address', ip)
      }
    >
      <p className="text-ink-2">
        The instance will be reachable at <span className="text-mono text-ink">{ip}</span>.
      </p>
      <InstanceField
        control={form.control}
        name="instance"
        instances={instances}
        refusal={instanceCan.attachExternalIp.refusal}
      />
    </RequestModal>
  )
}
