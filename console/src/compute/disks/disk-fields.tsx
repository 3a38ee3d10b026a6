import { snapshotCan } from '@skerry/contract/rules/snapshots.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { wholeListQuery } from '~/api/queries.ts'
import type { DiskCreate, DiskSource } from '~/api/types.gen.ts'
import { type BlockSize, blockSizes } from '~/compute/images/boot-signatures.ts'
import { OverLimits } from '~/compute/over-limits.tsx'
import { imageOption, snapshotOption } from '~/compute/storage-options.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { DiskSizeField } from '~/form/number-field.tsx'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { defaultDiskGib, gibFor } from '~/form/validators.ts'
import { gib } from '~/lib/format/numbers.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { allSiloImagesQuery, siloImagesHint } from '~/shell/things/silo-images.ts'

export interface DiskValues {
  name: string
  description: string
  from: 'blank' | 'snapshot' | 'image'
  blockSize: BlockSize
  /** Id of the source, where it is made from one. */
  snapshot: string
  image: string
  /** GiB. */
  size: number
}

/** @param snapshot id of the snapshot to begin with. */
export const newDisk = (snapshot?: string): DiskValues => ({
  name: '',
  description: '',
  from: snapshot ? 'snapshot' : 'blank',
  blockSize: 4096,
  snapshot: snapshot ?? '',
  image: '',
  size: 10,
})

function sourceOf({ from, blockSize, snapshot, image }: DiskValues): DiskSource {
  if (from === 'snapshot') return { type: 'snapshot', snapshotId: snapshot }
  if (from === 'image') return { type: 'image', imageId: image }
  return { type: 'blank', blockSize }
}

/** The body of the request that makes the disk. */
export const diskBody = (values: DiskValues): DiskCreate => ({
  name: values.name,
  description: values.description,
  size: values.size * gib,
  diskSource: sourceOf(values),
})

export function DiskFields({ form, project }: { form: UseFormReturn<DiskValues>; project: string }) {
  const { control } = form
  const request = { query: { project } }
  const snapshotList = useQuery(wholeListQuery('snapshotList', request))
  const disks = useQuery(wholeListQuery('diskList', request)).data
  const images = useQuery(wholeListQuery('imageList', request))
  const siloImages = useQuery(allSiloImagesQuery)
  const snapshots = snapshotList.data?.filter((each) => snapshotCan.createDisk(each))
  const hidesSiloImages = siloImages.data === null
  const ofSilo = hidesSiloImages ? [] : siloImages.data
  const allImages = images.data && ofSilo && [...ofSilo, ...images.data]

  const [from, snapshot, image, size] = useWatch({ control, name: ['from', 'snapshot', 'image', 'size'] })
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
    <>
      <NameField control={control} name="name" />
      <DescriptionField control={control} name="description" />
      <RadioField
        control={control}
        name="from"
        label="Source type"
        choices={[
          { value: 'blank', label: 'Blank', description: 'An empty disk' },
          { value: 'snapshot', label: 'Snapshot', description: 'A copy of a snapshot' },
          { value: 'image', label: 'Image', description: 'A copy of an image' },
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
          failure={failureOf(snapshotList)}
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
          failure={failureOf(images, siloImages)}
          hint={hidesSiloImages && siloImagesHint}
          items={allImages?.map((each) => imageOption(each))}
        />
      )}
      <DiskSizeField control={control} name="size" sourceBytes={sourceBytes} />
      <OverLimits asked={{ storage: size * gib }} />
    </>
  )
}
