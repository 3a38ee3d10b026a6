import { useQuery } from '@tanstack/react-query'
import type { SwitchPort } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { useForm } from '~/form/use-form.ts'
import { outcome } from '~/shell/outcome.tsx'
import { failureOf } from '~/shell/reads.ts'
import { RequestModal } from '~/shell/request-modal.tsx'
import { allPortSettingsQuery } from '../switch-port-settings/queries.ts'
import { atPort, portLabel } from './queries.ts'

interface ApplySettingsProps {
  port: SwitchPort
  onClose: () => void
}

/** Gives a port settings, in the place of those it has. */
export default function ApplySettings({ port, onClose }: ApplySettingsProps) {
  const settings = useQuery(allPortSettingsQuery)
  const form = useForm<{ settings: string }>({ defaultValues: { settings: '' }, saveKey: `apply ${port.id}` })
  return (
    <RequestModal
      form={form}
      title={`Apply settings to ${portLabel(port)}`}
      submitLabel="Apply settings"
      onClose={onClose}
      method="networkingSwitchPortApplySettings"
      request={(values) => ({ ...atPort(port), body: { portSettings: values.settings } })}
      outcome={(_, values) => outcome('Settings', values.settings, 'applied to', portLabel(port))}
    >
      <p className="text-ink-2">
        The port comes up with all that the settings say
        {port.portSettingsId ? ', in the place of those it has now.' : '.'}
      </p>
      <ComboboxField
        control={form.control}
        name="settings"
        label="Settings"
        required
        failure={failureOf(settings)}
        items={settings.data?.map(({ id, name, description }) => ({
          value: name,
          label: name,
          description: description || undefined,
          disabled: id === port.portSettingsId && 'The port has them',
        }))}
      />
    </RequestModal>
  )
}
