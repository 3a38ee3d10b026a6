import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { apiQueryOrNull } from '~/api/queries.ts'
import type { Disk, Image, Snapshot } from '~/api/types.gen.ts'
import { snapshotQuery } from '~/compute/snapshots/queries.ts'
import { useForm } from '~/form/use-form.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { recordDone } from '~/shell/activity/follow.ts'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import { Fact, Facts } from '~/ui/facts.tsx'
import { ImageFields, useSuggestedSystem } from './image-fields.tsx'

const route = getRouteApi('/_app/projects/$project/_snapshots/snapshots/$snapshot/images-new')

export function NewImage() {
  const params = route.useParams()
  const { project } = params
  const { data: snapshot } = useSuspenseQuery(snapshotQuery(project, params.snapshot))
  const form = useForm({ defaultValues: { name: snapshot.name, description: '', os: '', version: '' } })
  const { control } = form
  const image = useQuery({
    queryKey: ['imageBehind', snapshot.id],
    queryFn: ({ client }) => imageBehind(client, snapshot),
  }).data
  useSuggestedSystem(form, image ?? undefined)
  const refusal = useRefusal('image_create', { project })
  return (
    <FormPanel
      form={form}
      title="Create image"
      refusal={refusal}
      method="imageCreate"
      request={(values) => ({ query: { project }, body: { ...values, source: { type: 'snapshot', id: snapshot.id } } })}
      outcome={({ name }) => {
        recordDone({
          verb: 'Create image',
          name,
          to: pathTo('/projects/$project/images/$image/edit', { project, image: name }),
        })
        return outcome('Image', name, 'created')
      }}
      closeTo={pathTo('/projects/$project/snapshots', { project })}
      doneTo={() => pathTo('/projects/$project/images', { project })}
    >
      <Facts columns={1}>
        <Fact label="Snapshot">{snapshot.name}</Fact>
        <Fact label="Size">{formatBytes(Number(snapshot.size))}</Fact>
      </Facts>
      <ImageFields control={control} />
    </FormPanel>
  )
}

/** Between a snapshot and its image may be other snapshots and disks. */
const MAX_CHAIN_LENGTH = 4

/** The image that the disk of a snapshot was made from; null where that is not known, or not seen by this user. */
async function imageBehind(client: QueryClient, { diskId }: Snapshot): Promise<Image | null> {
  let next: string | undefined = diskId
  for (let length = 0; next && length < MAX_CHAIN_LENGTH; length++) {
    const disk: Disk | null = await client.fetchQuery(apiQueryOrNull('diskView', { path: { disk: next } }))
    if (disk?.imageId) return client.fetchQuery(apiQueryOrNull('imageView', { path: { image: disk.imageId } }))
    if (!disk?.snapshotId) return null
    const snapshot: Snapshot | null = await client.fetchQuery(
      apiQueryOrNull('snapshotView', { path: { snapshot: disk.snapshotId } }),
    )
    next = snapshot?.diskId
  }
  return null
}
