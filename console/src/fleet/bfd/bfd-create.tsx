import { maxThreshold, sessionProblem } from '@skerry/contract/rules/bfd.ts'
import { canonicalIp, ipVersion } from '@skerry/contract/rules/networks.ts'
import { useQuery } from '@tanstack/react-query'
import type { BfdMode } from '~/api/types.gen.ts'
import { switchChoices } from '~/fleet/switch-choices.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validateIp } from '~/form/validators.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { modeLabel } from './bfd-words.ts'
import { sessionsQuery } from './queries.ts'

interface Values {
  switch: string
  remote: string
  local: string
  mode: BfdMode
  requiredRx: number | null
  detectionThreshold: number | null
}

const modes = [
  { value: 'single_hop', label: modeLabel.single_hop, description: 'The peer is at the other end of the link' },
  { value: 'multi_hop', label: modeLabel.multi_hop, description: 'Routers are in between' },
]

const apart = (local: string, { remote }: Values) =>
  ipVersion(remote) && ipVersion(local) ? sessionProblem(remote, local) : undefined

export function NewBfdSession() {
  const sessions = useQuery(sessionsQuery).data
  const form = useForm<Values>({
    defaultValues: {
      switch: 'switch0',
      remote: '',
      local: '',
      mode: 'single_hop',
      requiredRx: null,
      detectionThreshold: 3,
    },
  })
  // The API would replace it.
  const taken = (remote: string, { switch: place }: Values) =>
    sessions?.some((session) => session.switch === place && session.peer === canonicalIp(remote))
      ? `${place} already has a session with ${remote}. Disable that session first.`
      : undefined
  const refusal = useRefusal('networking_bfd_enable')
  return (
    <FormPanel
      form={form}
      title="Create BFD session"
      refusal={refusal}
      method="networkingBfdEnable"
      request={({ local, requiredRx, detectionThreshold, ...rest }) => ({
        body: {
          ...rest,
          local: local || null,
          requiredRx: requiredRx ?? 0,
          detectionThreshold: detectionThreshold ?? 0,
        },
      })}
      outcome={(_, values) => outcome('BFD session of', `${values.switch} with ${values.remote}`, 'enabled')}
      closeTo="/system/networking/bfd"
    >
      <RadioField control={form.control} name="switch" label="Switch" required choices={switchChoices} />
      <TextField
        control={form.control}
        name="remote"
        label="Remote address"
        required
        mono
        placeholder="192.0.2.2"
        hint="Of the peer"
        rules={[validateIp]}
        validate={taken}
      />
      <TextField
        control={form.control}
        name="local"
        label="Local address"
        mono
        placeholder="192.0.2.1"
        hint="Default: the address towards the peer"
        rules={[validateIp]}
        validate={apart}
      />
      <RadioField control={form.control} name="mode" label="Mode" required choices={modes} />
      <NumberField
        control={form.control}
        name="requiredRx"
        label="Required rx"
        unit="µs"
        required
        step={100_000}
        hint="Shortest time between received packets; 1000000 µs is one second"
      />
      <NumberField
        control={form.control}
        name="detectionThreshold"
        label="Detection threshold"
        required
        max={maxThreshold}
        hint="Missed packets before the session is down"
      />
    </FormPanel>
  )
}
