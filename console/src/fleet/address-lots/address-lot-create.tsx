import { type AddressRange, blocksProblem, maxLotBlocks } from '@skerry/contract/rules/address-lots.ts'
import { ipVersion, rangeProblem } from '@skerry/contract/rules/networks.ts'
import type { AddressLotKind } from '~/api/types.gen.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validateIp } from '~/form/validators.ts'
import { upperFirst } from '~/lib/format/words.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { kindLabel } from './lot-words.ts'
import { lotPath } from './queries.ts'

interface Values {
  name: string
  description: string
  kind: AddressLotKind
  blocks: AddressRange[]
}

const kinds = [
  { value: 'pool', label: kindLabel.pool, description: 'For networks that are announced by BGP' },
  { value: 'infra', label: kindLabel.infra, description: 'For switch ports and loopback addresses' },
]

const columns = [
  { header: 'First', cell: ({ first }: AddressRange) => <span className="text-mono">{first}</span> },
  { header: 'Last', cell: ({ last }: AddressRange) => <span className="text-mono">{last}</span> },
]

export function NewAddressLot() {
  const form = useForm<Values>({ defaultValues: { name: '', description: '', kind: 'pool', blocks: [] } })
  const rangeOf = (last: string, { first }: AddressRange) => {
    if (!ipVersion(first) || !ipVersion(last)) return undefined
    return rangeProblem(first, last) ?? upperFirst(blocksProblem([...form.getValues('blocks'), { first, last }]))
  }
  const refusal = useRefusal('networking_address_lot_create')
  return (
    <FormPanel
      form={form}
      title="Create address lot"
      refusal={refusal}
      method="networkingAddressLotCreate"
      request={({ blocks, ...rest }) => ({
        body: { ...rest, blocks: blocks.map(({ first, last }) => ({ firstAddress: first, lastAddress: last })) },
      })}
      outcome={({ lot }) => outcome('Address lot', lot.name, 'created')}
      closeTo="/system/networking/address-lots"
      doneTo={({ lot }) => lotPath(lot.name)}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <RadioField control={form.control} name="kind" label="Kind" required choices={kinds} />
      <SubForm<Values, 'blocks', AddressRange, AddressRange>
        control={form.control}
        name="blocks"
        label="Blocks"
        required
        hint="Blocks cannot be changed later"
        blank={{ first: '', last: '' }}
        toRow={(row) => row}
        textOf={({ first, last }) => `${first} to ${last}`}
        columns={columns}
        addLabel="Add block"
        max={maxLotBlocks}
      >
        {(draft) => (
          <div className="grid gap-3.5 sm:grid-cols-2">
            <TextField
              control={draft.control}
              name="first"
              label="First address"
              required
              mono
              placeholder="203.0.113.0"
              rules={[validateIp]}
            />
            <TextField
              control={draft.control}
              name="last"
              label="Last address"
              required
              mono
              placeholder="203.0.113.63"
              rules={[validateIp]}
              validate={rangeOf}
            />
          </div>
        )}
      </SubForm>
    </FormPanel>
  )
}
