import { useWatch } from 'react-hook-form'
import { OverLimits } from '~/compute/over-limits.tsx'
import { RadioField } from '~/form/choice-fields.tsx'
import { FormSection } from '~/form/form-section.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { formatCpus } from '~/lib/format/numbers.ts'
import { FormTabs } from '~/shell/form/form-tabs.tsx'
import {
  type HardwareTab,
  hardwareTabs,
  type InstanceDraft,
  type PartProps,
  presets,
  presetText,
  shareOf,
} from './draft.ts'

export function Hardware({ form }: PartProps) {
  const { control, setValue } = form
  const draft = useWatch({ control }) as InstanceDraft
  const tab = draft.hardware
  const { cpus, memory } = shareOf(draft, undefined)
  const open = (next: HardwareTab) => {
    setValue('hardware', next, { shouldDirty: true })
    if (next !== 'custom') setValue('preset', presetText(presets[next][0]!), { shouldDirty: true })
  }
  return (
    <FormSection title="Hardware">
      <FormTabs label="Hardware" tabs={hardwareTabs} value={tab} onChange={open}>
        {tab === 'custom' ? (
          <div className="flex flex-wrap gap-4">
            <NumberField control={control} name="ncpus" label="vCPUs" required min={1} max={64} />
            <NumberField control={control} name="memory" label="Memory" unit="GiB" required min={1} max={1024} />
          </div>
        ) : (
          <RadioField
            key={tab}
            control={control}
            name="preset"
            label="Size"
            required
            choices={presets[tab].map((preset) => ({
              value: presetText(preset),
              label: formatCpus(preset[0]),
              description: `${preset[1]} GiB`,
            }))}
          />
        )}
      </FormTabs>
      <OverLimits asked={{ cpus, memory }} />
    </FormSection>
  )
}
