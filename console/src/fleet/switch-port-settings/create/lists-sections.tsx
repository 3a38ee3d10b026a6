import { isUuid, nameProblem } from '@skerry/contract/rules/names.ts'
import { ipNetProblem } from '@skerry/contract/rules/networks.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form'
import { RadioField, SwitchField } from '~/form/choice-fields.tsx'
import { ComboboxField } from '~/form/combobox.tsx'
import { FormSection } from '~/form/form-section.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { IpNetField, TextField } from '~/form/text-fields.tsx'
import { validateIp } from '~/form/validators.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { addressLotsQuery } from '../queries.ts'
import { kindLabel } from '../section-columns.tsx'
import { type AddressRow, type InterfaceRow, type RouteRow, rowText, type SettingsDraft } from './draft.ts'
import { LinkNameField } from './link-name-field.tsx'

export interface SectionProps {
  control: Control<SettingsDraft>
}

export const maxVlan = 2 ** 16 - 1

/** The links that the form has by now. */
export const useLinkNames = (control: Control<SettingsDraft>): string[] =>
  useWatch({ control, name: 'links' }).map(({ linkName }) => linkName)

/** Why a text is neither a name nor an id, for a field with this label. */
export const nameOrIdProblem = (label: string, text: string): string | undefined => {
  const problem = isUuid(text) ? undefined : nameProblem(text)
  return problem && `${label} ${problem}`
}

const same = <R,>(row: R) => row

export const GroupsSection = ({ control }: SectionProps) => (
  <FormSection title="Groups" single>
    <SubForm<SettingsDraft, 'groups', { group: string }, { group: string }>
      control={control}
      name="groups"
      label="Groups"
      hint="Groups that these settings inherit from"
      blank={{ group: '' }}
      toRow={same}
      textOf={rowText.groups}
      columns={[{ header: 'Group', cell: ({ group }) => group }]}
      addLabel="Add group"
    >
      {(draft) => (
        <TextField
          control={draft.control}
          name="group"
          label="Group"
          required
          rules={[(text) => nameOrIdProblem('Group', text)]}
        />
      )}
    </SubForm>
  </FormSection>
)

const kinds = (['primary', 'vlan', 'loopback'] as const).map((value) => ({ value, label: kindLabel[value] }))

export function InterfacesSection({ control }: SectionProps) {
  const links = useLinkNames(control)
  return (
    <FormSection title="Interfaces and VLANs" single>
      <SubForm<SettingsDraft, 'interfaces', InterfaceRow, InterfaceRow>
        control={control}
        name="interfaces"
        label="Interfaces"
        blank={{ linkName: '', kind: 'primary', vid: null, v6Enabled: false }}
        kept={['kind']}
        toRow={(row) => ({ ...row, vid: row.kind === 'vlan' ? row.vid : null })}
        toDraft={same}
        textOf={rowText.interfaces}
        columns={[
          { header: 'Link', cell: (row) => row.linkName },
          { header: 'Kind', cell: (row) => kindLabel[row.kind] },
          { header: 'VLAN', cell: (row) => row.vid ?? '—' },
          { header: 'IPv6', cell: (row) => (row.v6Enabled ? 'On' : 'Off') },
        ]}
        addLabel="Add interface"
      >
        {(draft) => <InterfaceFields draft={draft} links={links} />}
      </SubForm>
    </FormSection>
  )
}

function InterfaceFields({ draft, links }: { draft: UseFormReturn<InterfaceRow>; links: readonly string[] }) {
  const kind = useWatch({ control: draft.control, name: 'kind' })
  return (
    <>
      <RadioField control={draft.control} name="kind" label="Kind" required choices={kinds} />
      <LinkNameField control={draft.control} links={links} />
      {kind === 'vlan' && <NumberField control={draft.control} name="vid" label="VLAN" required max={maxVlan} />}
      <SwitchField control={draft.control} name="v6Enabled" label="IPv6" hint="Link-local addresses too" />
    </>
  )
}

const addressColumns = [
  { header: 'Link', cell: (row: AddressRow) => row.linkName },
  { header: 'Address', cell: (row: AddressRow) => <span className="text-mono">{row.address}</span> },
  { header: 'Address lot', cell: (row: AddressRow) => row.addressLot },
  { header: 'VLAN', cell: (row: AddressRow) => row.vlanId ?? '—' },
]

export function AddressesSection({ control }: SectionProps) {
  const links = useLinkNames(control)
  const lots = useQuery(addressLotsQuery)
  return (
    <FormSection title="Addresses" single>
      <SubForm<SettingsDraft, 'addresses', AddressRow, AddressRow>
        control={control}
        name="addresses"
        label="Addresses"
        blank={{ linkName: '', address: '', addressLot: '', vlanId: null }}
        toRow={same}
        toDraft={same}
        textOf={rowText.addresses}
        columns={addressColumns}
        addLabel="Add address"
      >
        {(draft) => (
          <div className="grid gap-3.5 sm:grid-cols-2">
            <TextField
              control={draft.control}
              name="address"
              label="Address"
              required
              mono
              rules={[ipNetProblem]}
              placeholder="192.0.2.1/30"
              hint="With prefix length"
            />
            <LinkNameField control={draft.control} links={links} />
            <ComboboxField
              control={draft.control}
              name="addressLot"
              label="Address lot"
              required
              free
              items={lots.data?.map(({ name, description }) => ({
                value: name,
                label: name,
                description: description || undefined,
              }))}
              failure={failureOf(lots)}
              validate={(lot) => nameOrIdProblem('Address lot', lot)}
            />
            <NumberField control={draft.control} name="vlanId" label="VLAN" max={maxVlan} />
          </div>
        )}
      </SubForm>
    </FormSection>
  )
}

const routeColumns = [
  { header: 'Link', cell: (row: RouteRow) => row.linkName },
  { header: 'Destination', cell: (row: RouteRow) => <span className="text-mono">{row.dst}</span> },
  { header: 'Gateway', cell: (row: RouteRow) => <span className="text-mono">{row.gw}</span> },
  { header: 'VLAN', cell: (row: RouteRow) => row.vid ?? '—' },
  { header: 'RIB priority', cell: (row: RouteRow) => row.ribPriority ?? '—' },
]

export function RoutesSection({ control }: SectionProps) {
  const links = useLinkNames(control)
  return (
    <FormSection title="Routes" single>
      <SubForm<SettingsDraft, 'routes', RouteRow, RouteRow>
        control={control}
        name="routes"
        label="Routes"
        blank={{ linkName: '', dst: '', gw: '', vid: null, ribPriority: null }}
        toRow={same}
        toDraft={same}
        textOf={rowText.routes}
        columns={routeColumns}
        addLabel="Add route"
      >
        {(draft) => (
          <div className="grid gap-3.5 sm:grid-cols-2">
            <IpNetField control={draft.control} name="dst" label="Destination" required placeholder="0.0.0.0/0" />
            <LinkNameField control={draft.control} links={links} />
            <TextField control={draft.control} name="gw" label="Gateway" required mono rules={[validateIp]} />
            <NumberField control={draft.control} name="vid" label="VLAN" max={maxVlan} />
            <NumberField control={draft.control} name="ribPriority" label="RIB priority" max={255} />
          </div>
        )}
      </SubForm>
    </FormSection>
  )
}
