import { maxDisks } from '@skerry/contract/rules/instances.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { OverLimits } from '~/compute/over-limits.tsx'
import { RadioField } from '~/form/choice-fields.tsx'
import { ComboboxField } from '~/form/combobox.tsx'
import { FormSection } from '~/form/form-section.tsx'
import { DiskSizeField } from '~/form/number-field.tsx'
import { SubForm } from '~/form/sub-form.tsx'
import { NameField } from '~/form/text-fields.tsx'
import { gib } from '~/lib/format/numbers.ts'
import { diskItem } from './boot-disk.tsx'
import { attachable, chosenImage, type DiskRow, type InstanceDraft, type PartProps, shareOf } from './draft.ts'

interface DiskDraft {
  name: string
  /** Name of an existing disk. */
  disk: string | null
  /** GiB. */
  size: number | null
  action: DiskRow['action']
}

const blank: DiskDraft = { name: '', disk: null, size: 10, action: 'create' }

const columns = [
  { header: 'Name', cell: (row: DiskRow) => row.name },
  { header: 'Action', cell: (row: DiskRow) => (row.action === 'create' ? 'Create' : 'Attach') },
  { header: 'Size', cell: (row: DiskRow) => `${row.size} GiB` },
]

export function AdditionalDisks({ form, available }: PartProps) {
  const toRow = ({ action, name, size, disk }: DiskDraft): DiskRow => {
    if (action === 'create') return { action, name, size: size ?? 0 }
    const found = available.disks.find((each) => each.name === disk)
    return { action, name: found?.name ?? '', size: Number(found?.size ?? 0) / gib }
  }
  const draft = useWatch({ control: form.control }) as InstanceDraft
  return (
    <FormSection title="Additional disks">
      <SubForm<InstanceDraft, 'disks', DiskDraft, DiskRow>
        control={form.control}
        name="disks"
        label="Disks"
        blank={blank}
        kept={['action']}
        toRow={toRow}
        textOf={(row) => row.name}
        columns={columns}
        addLabel="Add disk"
        max={maxDisks - 1}
      >
        {(draft) => <Fields draft={draft} form={form} available={available} />}
      </SubForm>
      {draft.disks.some(({ action }) => action === 'create') && (
        <OverLimits asked={{ storage: shareOf(draft, chosenImage(draft, available)).storage }} />
      )}
    </FormSection>
  )
}

function Fields({
  draft,
  form,
  available,
}: Pick<PartProps, 'form' | 'available'> & { draft: UseFormReturn<DiskDraft> }) {
  const action = useWatch({ control: draft.control, name: 'action' })
  const [added, bootTab, bootDisk, bootName] = useWatch({
    control: form.control,
    name: ['disks', 'bootTab', 'bootDisk', 'bootName'],
  })
  const here = new Set([...added.map((row) => row.name), bootTab === 'disk' ? bootDisk : bootName])
  const free = attachable(available.disks).filter((disk) => !here.has(disk.name))
  const nameTaken = (name: string) =>
    here.has(name) || available.disks.some((disk) => disk.name === name) ? 'Name is taken by another disk' : undefined
  return (
    <>
      <RadioField
        control={draft.control}
        name="action"
        label="Action"
        required
        choices={[
          { value: 'create', label: 'Create a blank disk' },
          {
            value: 'attach',
            label: 'Attach a disk',
            refusal: free.length === 0 && 'No other detached disks in this project',
          },
        ]}
        onChoose={(next) => draft.reset({ ...blank, action: next as DiskDraft['action'] })}
      />
      {action === 'create' ? (
        <>
          <NameField control={draft.control} name="name" validate={nameTaken} />
          <DiskSizeField control={draft.control} name="size" />
        </>
      ) : (
        <ComboboxField control={draft.control} name="disk" label="Disk" required items={free.map(diskItem)} />
      )}
    </>
  )
}
