import { longestMask, maskProblem } from '@skerry/contract/rules/loopback-addresses.ts'
import { ipVersion } from '@skerry/contract/rules/networks.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lotsQuery } from '~/fleet/address-lots/queries.ts'
import { switchChoices } from '~/fleet/switch-choices.ts'
import { RadioField, SwitchField } from '~/form/choice-fields.tsx'
import { ComboboxField } from '~/form/combobox.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validateIp } from '~/form/validators.ts'
import { upperFirst } from '~/lib/format/words.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import { racksQuery } from './queries.ts'

interface Values {
  rackId: string | null
  switchLocation: string
  addressLot: string | null
  address: string
  mask: number | null
  anycast: boolean
}

const tooLong = (mask: number | null, { address }: Values) =>
  ipVersion(address) ? upperFirst(maskProblem(address, mask ?? 0)) : undefined

export function NewLoopbackAddress() {
  const { data: racks } = useSuspenseQuery(racksQuery)
  const lots = useQuery(lotsQuery)
  const form = useForm<Values>({
    defaultValues: {
      rackId: racks.length === 1 ? racks[0]!.id : null,
      switchLocation: 'switch0',
      addressLot: null,
      address: '',
      mask: null,
      anycast: false,
    },
  })
  const refusal = useRefusal('networking_loopback_address_create')
  return (
    <FormPanel
      form={form}
      title="Create loopback address"
      refusal={refusal}
      method="networkingLoopbackAddressCreate"
      request={({ rackId, addressLot, mask, ...rest }) => ({
        body: { ...rest, rackId: rackId ?? '', addressLot: addressLot ?? '', mask: mask ?? 0 },
      })}
      outcome={({ address, switchLocation }) =>
        outcome('Loopback address', `${address} of ${switchLocation}`, 'created')
      }
      closeTo="/system/networking/loopback-addresses"
    >
      <ListboxField
        control={form.control}
        name="rackId"
        label="Rack"
        required
        items={racks.map(({ id }) => ({ value: id, label: id }))}
      />
      <RadioField control={form.control} name="switchLocation" label="Switch" required choices={switchChoices} />
      <ComboboxField
        control={form.control}
        name="addressLot"
        label="Address lot"
        required
        hint={lots.data?.length === 0 ? 'No address lots yet. Create one first.' : 'The lot that contains the address'}
        items={lots.data?.map(({ id, name, description }) => ({ value: id, label: name, description }))}
        failure={failureOf(lots)}
      />
      <TextField
        control={form.control}
        name="address"
        label="Address"
        required
        mono
        placeholder="192.0.2.33"
        rules={[validateIp]}
      />
      <NumberField
        control={form.control}
        name="mask"
        label="Mask"
        unit="bits"
        required
        max={longestMask('::')}
        hint="At most 32 for IPv4 and 128 for IPv6"
        validate={tooLong}
      />
      <SwitchField
        control={form.control}
        name="anycast"
        label="Anycast"
        hint="Several switches may have the same anycast address"
      />
    </FormPanel>
  )
}
