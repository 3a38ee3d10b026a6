import { snapshotCan } from '@skerry/contract/rules/snapshots.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { wholeListQuery } from '~/api/queries.ts'
import type { DiskSource } from '~/api/types.gen.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { DiskSizeField } from '~/form/number-field.tsx'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { defaultDiskGib, gibFor } from '~/form/validators.ts'
import { addActivity } from '~/shell/activity.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { blockSizes } from '../-image-upload/boot-signs.ts'
import { imageOption, snapshotOption } from '../-storage-options.ts'

interface Search {
  /** Id of the snapshot to begin with. */
  snapshot?: string
}

export const Route = createFileRoute('/_app/projects/$project/_disks/disks-new')({
  staticData: { panel: 'New disk' },
  validateSearch: ({ snapshot }: Record<string, unknown>): Search => (typeof snapshot === 'string' ? { snapshot } : {}),
  component: NewDisk,
})

interface Values {
  name: string
  description: string
  from: 'blank' | 'snapshot' | 'image'
  blockSize: (typeof blockSizes)[number]
  snapshot: string
  image: string
  size: number
}

const gib = 1024 ** 3

function sourceOf({ from, blockSize, snapshot, image }: Values): DiskSource {
  if (from === 'snapshot') return { type: 'snapshot', snapshotId: snapshot }
  if (from === 'image') return { type: 'image', imageId: image }
  return { type: 'blank', blockSize }
}

function NewDisk() {
  const { project } = Route.useParams()
  const { snapshot: given } = Route.useSearch()
  const form = useForm<Values>({
    defaultValues: {
      name: '',
      description: '',
      from: given ? 'snapshot' : 'blank',
      blockSize: 4096,
      snapshot: given ?? '',
      image: '',
      size: 10,
    },
  })
  const { control } = form
  const request = { query: { project } }
  const snapshots = useQuery(wholeListQuery('snapshotList', request)).data?.filter((each) =>
    snapshotCan.createDisk(each),
  )
  const disks = useQuery(wholeListQuery('diskList', request)).data
  const images = useQuery(wholeListQuery('imageList', request)).data
  const siloImages = useQuery(wholeListQuery('imageList', {})).data
  const allImages = images && siloImages && [...siloImages, ...images]

  const [from, snapshot, image] = useWatch({ control, name: ['from', 'snapshot', 'image'] })
  const source =
    from === 'snapshot'
      ? snapshots?.find((each) => each.id === snapshot)
      : from === 'image'
        ? allImages?.find((each) => each.id === image)
        : undefined
  const sourceBytes = Number(source?.size ?? 0)
  useEffect(() => {
    if (gibFor(sourceBytes) > form.getValues('size')) form.setValue('size', defaultDiskGib(sourceBytes))
  }, [sourceBytes, form])

  return (
    <FormPanel
      form={form}
      title="Create disk"
      submitLabel="Create disk"
      method="diskCreate"
      request={(values) => ({
        query: { project },
        body: {
          name: values.name,
          description: values.description,
          size: values.size * gib,
          diskSource: sourceOf(values),
        },
      })}
      outcome={(disk) => {
        const to = `/projects/${project}/disks/${disk.name}`
        const watched = { kind: 'disk', id: disk.id, wanted: 'detached' } as const
        addActivity({ verb: 'Create disk', name: disk.name, to, watched })
        return outcome('Disk', disk.name, 'is being made')
      }}
      invalidates={['diskList', 'utilizationView']}
      closeTo={`/projects/${project}/disks`}
    >
      <NameField control={control} name="name" />
      <DescriptionField control={control} name="description" />
      <RadioField
        control={control}
        name="from"
        label="Made from"
        choices={[
          { value: 'blank', label: 'Blank', description: 'An empty disk' },
          { value: 'snapshot', label: 'Snapshot', description: 'A copy of a disk' },
          { value: 'image', label: 'Image', description: 'An operating system' },
        ]}
      />
      {from === 'blank' && (
        <RadioField
          control={control}
          name="blockSize"
          label="Block size"
          choices={blockSizes.map((value) => ({ value, label: `${value} B` }))}
        />
      )}
      {from === 'snapshot' && (
        <ListboxField
          control={control}
          name="snapshot"
          label="Source snapshot"
          required
          items={snapshots?.map((each) =>
            snapshotOption(
              each,
              disks?.find((disk) => disk.id === each.diskId),
            ),
          )}
        />
      )}
      {from === 'image' && (
        <ListboxField
          control={control}
          name="image"
          label="Source image"
          required
          items={allImages?.map((each) => imageOption(each))}
        />
      )}
      <DiskSizeField control={control} name="size" sourceBytes={sourceBytes} />
    </FormPanel>
  )
}
