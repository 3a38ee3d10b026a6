import { announcementsProblem, maxAnnouncements, outsideBlock } from '@skerry/contract/rules/bgp.ts'
import { canonicalIpNet, ipNetProblem, isNetWithinRange } from '@skerry/contract/rules/networks.ts'
import { useQuery } from '@tanstack/react-query'
import type { Control, UseFormReturn } from 'react-hook-form'
import { wholeListQuery } from '~/api/queries.ts'
import { blocksSource, lotsQuery } from '~/fleet/address-lots/queries.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { IpNetField } from '~/form/text-fields.tsx'
import { upperFirst } from '~/lib/format/words.ts'
import { failureOf } from '~/shell/page/reads.ts'
import type { Announcement, SetValues } from './announcements.ts'

interface Draft {
  /** Name of a lot. */
  lot: string | null
  /** Id of one of its blocks. */
  block: string | null
  network: string
}

const columns = [
  { header: 'Network', cell: ({ network }: Announcement) => <span className="text-mono">{network}</span> },
  { header: 'Address lot', cell: ({ lot }: Announcement) => lot },
]

const apiNames = ['announcement']

export const AnnouncementsField = ({ control }: { control: Control<SetValues> }) => (
  <SubForm<SetValues, 'announcements', Draft, Announcement>
    control={control}
    name="announcements"
    apiNames={apiNames}
    label="Announcements"
    blank={{ network: '', lot: null, block: null }}
    toRow={({ lot, block, network }) => ({ lot: lot ?? '', block: block ?? '', network: canonicalIpNet(network) })}
    textOf={({ network }) => network}
    columns={columns}
    addLabel="Add announcement"
    max={maxAnnouncements}
  >
    {(draft) => <Fields draft={draft} />}
  </SubForm>
)

function Fields({ draft }: { draft: UseFormReturn<Draft> }) {
  const { control } = draft
  const lots = useQuery(lotsQuery)
  const lot = draft.watch('lot')
  const { method, path } = blocksSource(lot ?? '')
  const blocks = useQuery({
    ...wholeListQuery(method, { path: path as { addressLot: string } }),
    enabled: lot !== null,
  })
  const range = (id: string | null) => {
    const block = blocks.data?.find((each) => each.id === id)
    return block && { first: block.firstAddress, last: block.lastAddress }
  }
  const misfit = (network: string, { block }: Draft) => {
    if (ipNetProblem(network)) return undefined
    const problem = announcementsProblem([network])
    const within = range(block)
    if (problem || !within || isNetWithinRange(network, within.first, within.last)) return upperFirst(problem)
    return upperFirst(outsideBlock(network, within))
  }
  return (
    <>
      <IpNetField
        control={control}
        name="network"
        label="Network"
        required
        placeholder="203.0.113.0/28"
        validate={misfit}
      />
      <ComboboxField
        control={control}
        name="lot"
        label="Address lot"
        required
        items={lots.data?.map(({ name, description }) => ({ value: name, label: name, description }))}
        failure={failureOf(lots)}
        hint={lots.data?.length === 0 ? 'No address lots yet. Create one first.' : undefined}
        onChoose={() => draft.setValue('block', null)}
      />
      <ComboboxField
        control={control}
        name="block"
        label="Block"
        required
        disabled={lot === null}
        placeholder={lot === null ? 'Choose a lot first' : undefined}
        items={
          lot === null
            ? []
            : blocks.data?.map(({ id, firstAddress, lastAddress }) => ({
                value: id,
                label: `${firstAddress} to ${lastAddress}`,
              }))
        }
        failure={failureOf(blocks)}
      />
    </>
  )
}
