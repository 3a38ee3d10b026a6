import type { Control } from 'react-hook-form'
import type { LldpLinkConfigCreate } from '~/api/types.gen.ts'
import { SwitchField } from '~/form/choice-fields.tsx'
import { TextField } from '~/form/text-fields.tsx'
import { validateIp } from '~/form/validators.ts'

/** What a link says of itself; empty texts say nothing. */
export interface LldpValues {
  enabled: boolean
  chassisId: string
  linkName: string
  linkDescription: string
  systemName: string
  systemDescription: string
  managementIp: string
}

export const blankLldp: LldpValues = {
  enabled: true,
  chassisId: '',
  linkName: '',
  linkDescription: '',
  systemName: '',
  systemDescription: '',
  managementIp: '',
}

export const lldpValues = (config: LldpLinkConfigCreate): LldpValues => ({
  enabled: config.enabled,
  chassisId: config.chassisId ?? '',
  linkName: config.linkName ?? '',
  linkDescription: config.linkDescription ?? '',
  systemName: config.systemName ?? '',
  systemDescription: config.systemDescription ?? '',
  managementIp: config.managementIp ?? '',
})

export const lldpBody = (values: LldpValues): LldpLinkConfigCreate => ({
  enabled: values.enabled,
  chassisId: values.chassisId || null,
  linkName: values.linkName || null,
  linkDescription: values.linkDescription || null,
  systemName: values.systemName || null,
  systemDescription: values.systemDescription || null,
  managementIp: values.managementIp || null,
})

/** The fields of LLDP in a form that has them under `lldp`. */
export function LldpFields<V extends { lldp: LldpValues }>({ control: ofForm }: { control: Control<V> }) {
  // The form has more; these fields ask for nothing else of it.
  const control = ofForm as unknown as Control<{ lldp: LldpValues }>
  return (
    <>
      <SwitchField control={control} name="lldp.enabled" label="LLDP" hint="Sends the data below to neighbors" />
      <div className="grid gap-3.5 sm:grid-cols-2">
        <TextField control={control} name="lldp.chassisId" label="Chassis ID" />
        <TextField control={control} name="lldp.managementIp" label="Management IP" mono rules={[validateIp]} />
        <TextField control={control} name="lldp.linkName" label="LLDP link name" />
        <TextField control={control} name="lldp.linkDescription" label="Link description" />
        <TextField control={control} name="lldp.systemName" label="System name" />
        <TextField control={control} name="lldp.systemDescription" label="System description" />
      </div>
    </>
  )
}
