import { SwitchPortGeometry } from '@skerry/contract/fleet/switch-port-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { RadioField } from '~/form/choice-fields.tsx'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { allPortSettingsQuery } from '../queries.ts'
import type { SettingsDraft } from './draft.ts'
import { LinksSection } from './links-section.tsx'
import { AddressesSection, GroupsSection, InterfacesSection, RoutesSection } from './lists-sections.tsx'
import { PeersSection } from './peers-section.tsx'

const lanes = { qsfp28x1: 'One link of four lanes', qsfp28x2: 'Two links of two', sfp28x4: 'Four links of one' }
const geometryChoices = SwitchPortGeometry.options.map((value) => ({ value, label: value, description: lanes[value] }))

/** The fields of settings, a section each. */
export function FieldsOfSettings({ form: { control } }: { form: UseFormReturn<SettingsDraft> }) {
  const name = useWatch({ control, name: 'name' })
  const isTaken = useQuery(allPortSettingsQuery).data?.some((each) => each.name === name)
  return (
    <div className="flex flex-col gap-6">
      <NameField
        control={control}
        name="name"
        hint={isTaken && 'Settings with this name exist. Saving replaces them, which needs fleet admin.'}
      />
      <DescriptionField control={control} name="description" />
      <RadioField control={control} name="geometry" label="Geometry" required choices={geometryChoices} />
      <GroupsSection control={control} />
      <LinksSection control={control} />
      <InterfacesSection control={control} />
      <AddressesSection control={control} />
      <RoutesSection control={control} />
      <PeersSection control={control} />
    </div>
  )
}
