import type { LldpLinkConfig, SwitchPort } from '~/api/types.gen.ts'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { RequestModal } from '~/shell/form/request-modal.tsx'
import { LldpFields, lldpBody, type LldpValues, lldpValues } from './lldp-fields.tsx'
import { atPort, portLabel } from './queries.ts'

interface EditLldpProps {
  port: SwitchPort
  config: LldpLinkConfig
  onClose: () => void
}

/** Changes what a port announces. It is part of the port's settings. */
export default function EditLldp({ port, config, onClose }: EditLldpProps) {
  const form = useForm<{ lldp: LldpValues }>({
    defaultValues: { lldp: lldpValues(config) },
    saveKey: `lldp ${port.id}`,
  })
  return (
    <RequestModal
      form={form}
      title={`LLDP of ${portLabel(port)}`}
      submitLabel="Update LLDP"
      onClose={onClose}
      method="networkingSwitchPortLldpConfigUpdate"
      request={({ lldp }) => ({ ...atPort(port), body: { id: config.id, ...lldpBody(lldp) } })}
      outcome={() => outcome('LLDP of', portLabel(port), 'updated')}
    >
      <p className="text-ink-2">It is part of the settings, and changes on every port that has them.</p>
      <LldpFields control={form.control} />
    </RequestModal>
  )
}
