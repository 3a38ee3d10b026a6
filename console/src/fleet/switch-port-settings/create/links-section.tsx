import { LinkSpeed } from '@skerry/contract/fleet/switch-port-settings.ts'
import type { Control } from 'react-hook-form'
import { SwitchField } from '~/form/choice-fields.tsx'
import { FormSection } from '~/form/form-section.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { NameField } from '~/form/text-fields.tsx'
import { fecLabel, speedLabel } from '../../switch-ports/link-status.ts'
import { LldpFields } from '../../switch-ports/lldp-fields.tsx'
import { equalisationText } from '../section-columns.tsx'
import { blankLink, type LinkRow, rowText, type SettingsDraft, taps } from './draft.ts'

const speedItems = LinkSpeed.options.map((speed) => ({ value: speed, label: speedLabel(speed) }))
const fecItems = [{ value: '', label: 'As the transceiver needs' }].concat(
  (['none', 'firecode', 'rs'] as const).map((fec) => ({ value: fec, label: fecLabel(fec)! })),
)

const columns = [
  { header: 'Link', cell: (row: LinkRow) => row.linkName },
  { header: 'Speed', cell: (row: LinkRow) => speedLabel(row.speed) },
  { header: 'MTU', cell: (row: LinkRow) => row.mtu },
  { header: 'FEC', cell: (row: LinkRow) => fecLabel(row.fec) ?? 'Automatic' },
  { header: 'Equalisation', cell: (row: LinkRow) => equalisationText(row.equalisation) || '—' },
  { header: 'LLDP', cell: (row: LinkRow) => (row.lldp.enabled ? 'On' : 'Off') },
]

const tapRange = { min: -(2 ** 31), max: 2 ** 31 - 1 }

export const LinksSection = ({ control }: { control: Control<SettingsDraft> }) => (
  <FormSection title="Links" single>
    <SubForm<SettingsDraft, 'links', LinkRow, LinkRow>
      control={control}
      name="links"
      label="Links"
      required
      blank={blankLink}
      toRow={(row) => row}
      toDraft={(row) => row}
      textOf={rowText.links}
      columns={columns}
      addLabel="Add link"
    >
      {(draft) => (
        <>
          <div className="grid gap-3.5 sm:grid-cols-2">
            <NameField control={draft.control} name="linkName" />
            <ListboxField control={draft.control} name="speed" label="Speed" required items={speedItems} />
            <NumberField control={draft.control} name="mtu" label="MTU" required max={2 ** 16 - 1} />
            <ListboxField control={draft.control} name="fec" label="Error correction (FEC)" items={fecItems} />
          </div>
          <SwitchField
            control={draft.control}
            name="autoneg"
            label="Autonegotiation"
            hint="Negotiates speed and error correction with the other end"
          />
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1.5 font-medium">Equalisation</legend>
            <div className="flex flex-wrap gap-3.5">
              {taps.map((tap) => (
                <NumberField
                  key={tap}
                  control={draft.control}
                  name={`equalisation.${tap}`}
                  label={`Tap ${tap}`}
                  {...tapRange}
                />
              ))}
            </div>
          </fieldset>
          <LldpFields control={draft.control} />
        </>
      )}
    </SubForm>
  </FormSection>
)
