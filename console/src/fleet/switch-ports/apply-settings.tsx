import { useQuery } from '@tanstack/react-query'
import type { SwitchPort } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { writeMerged } from '~/shell/conflict/rewrite.ts'
import { whole } from '~/shell/conflict/three-way.ts'
import { useConflictSafe } from '~/shell/conflict/use-conflict-safe.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import { allPortSettingsQuery } from '../switch-port-settings/queries.ts'
import { atPort, portLabel } from './queries.ts'

interface ApplySettingsProps {
  port: SwitchPort
  onClose: () => void
}

interface Values {
  /** A name. */
  settings: string
}

export default function ApplySettings({ port, onClose }: ApplySettingsProps) {
  const settings = useQuery(allPortSettingsQuery)
  const form = useForm<Values>({ defaultValues: { settings: '' }, saveKey: `apply ${port.id}` })
  const nameOf = (id: string | null) => (id ? (settings.data?.find((each) => each.id === id)?.name ?? id) : 'none')
  const requestOf = (name: string) => ({ ...atPort(port), body: { portSettings: name } })
  const { submit, question } = useConflictSafe<Values, string | null, void>({
    form,
    start: port.portSettingsId ?? null,
    valuesOf: () => form.getValues(),
    save: async (base, { settings: wanted }) => {
      const write = {
        view: 'networkingSwitchPortList',
        at: { query: { switchPortId: port.id, limit: 1 } },
        update: 'networkingSwitchPortApplySettings',
        read: ({ items }: { items: SwitchPort[] }) => items[0]?.portSettingsId ?? null,
        merge: whole('Settings', nameOf),
        request: () => requestOf(wanted),
      } as const
      await writeMerged(write, base, settings.data?.find(({ name }) => name === wanted)?.id ?? wanted)
      toast({ content: outcome('Settings', wanted, 'applied to', portLabel(port)) })
    },
    onDiscard: onClose,
  })
  return (
    <ModalForm
      form={form}
      title={`Apply settings to ${portLabel(port)}`}
      submitLabel="Apply settings"
      onSubmit={submit}
      onClose={onClose}
      copyAs={
        <CopyAs
          form={form}
          request={(values) => copyRequest('networkingSwitchPortApplySettings', requestOf(values.settings))}
        />
      }
    >
      {question}
      <p className="text-ink-2">
        The port comes up with all that the settings say
        {port.portSettingsId ? (
          <>
            . They replace <b className="font-medium text-ink">{nameOf(port.portSettingsId)}</b>, which it has now.
          </>
        ) : (
          '.'
        )}
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
          refusal: id === port.portSettingsId && 'The port has them',
        }))}
      />
    </ModalForm>
  )
}
