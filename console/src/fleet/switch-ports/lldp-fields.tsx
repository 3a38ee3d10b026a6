import type { Control } from 'react-hook-form'
import type { LldpLinkConfigCreate } from '~/api/types.gen.ts'
import { SwitchField } from '~/form/choice-fields.tsx'
import { TextField } from '~/form/text-fields.tsx'
import { validateIp } from '~/form/validators.ts'

/** The texts by which a link announces itself, as forms show them. */
const lldpTexts = [
  { name: 'chassisId', label: 'Chassis ID' },
  { name: 'managementIp', label: 'Management IP' },
  { name: 'linkName', label: 'LLDP link name' },
  { name: 'linkDescription', label: 'Link description' },
  { name: 'systemName', label: 'System name' },
  { name: 'systemDescription', label: 'System description' },
] as const

type LldpText = (typeof lldpTexts)[number]['name']

/** Empty texts are not announced. */
export interface LldpValues extends Record<LldpText, string> {
  enabled: boolean
}

const eachText = <T,>(valueOf: (name: LldpText) => T) =>
  Object.fromEntries(lldpTexts.map(({ name }) => [name, valueOf(name)])) as Record<LldpText, T>

export const blankLldp: LldpValues = { enabled: true, ...eachText(() => '') }

export const lldpValues = (config: LldpLinkConfigCreate): LldpValues => ({
  enabled: config.enabled,
  ...eachText((name) => config[name] ?? ''),
})

export const lldpBody = (values: LldpValues): LldpLinkConfigCreate => ({
  enabled: values.enabled,
  ...eachText((name) => values[name] || null),
})

export function LldpFields<V extends { lldp: LldpValues }>({ control: ofForm }: { control: Control<V> }) {
  // The form has more; these fields ask for nothing else of it.
  const control = ofForm as unknown as Control<{ lldp: LldpValues }>
  return (
    <>
      <SwitchField control={control} name="lldp.enabled" label="LLDP" hint="Sends the data below to neighbors" />
      <div className="grid gap-3.5 sm:grid-cols-2">
        {lldpTexts.map(({ name, label }) => (
          <TextField
            key={name}
            control={control}
            name={`lldp.${name}`}
            label={label}
            {...(name === 'managementIp' && { mono: true, rules: [validateIp] })}
          />
        ))}
      </div>
    </>
  )
}
