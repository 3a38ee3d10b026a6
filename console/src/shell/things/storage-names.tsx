import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { apiQueryOrNull, wholeListQuery } from '~/api/queries.ts'
import type { Disk, Image, Instance, Snapshot } from '~/api/types.gen.ts'
import { Badge } from '~/ui/badge.tsx'
import { Dash } from '~/ui/facts.tsx'
import { RetryValue } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { useTooltip } from '~/ui/tooltip.tsx'
import { CutName } from '~/ui/truncate.tsx'
import { VisuallyHidden } from '~/ui/visually-hidden.tsx'
import { failureOf } from '../page/reads.ts'
import { type Path, pathTo } from '../paths/path.ts'
import { allSiloImagesQuery, siloImagesHint } from './silo-images.ts'

type ById<T> = ReadonlyMap<string, T> | undefined

/** What ids in the project's storage stand for; each undefined until it is read. */
interface Lists {
  instances: ById<Instance>
  snapshots: ById<Snapshot>
  /** Of the project and of the silo. */
  images: ById<Image>
  disks: ById<Disk>
}
type Kind = keyof Lists

export interface StorageNames extends Lists {
  /** Lists that could not be read: each id is then asked for by itself. */
  failed: readonly Kind[]
  /** An image that is in no list may be one of the silo, which the user does not see. */
  hidesImages: boolean
}

const settings = { secondary: true }

const byId = <T extends { id: string }>(...lists: (readonly T[] | undefined)[]): ById<T> =>
  lists.every((list) => list) ? new Map(lists.flatMap((list) => list ?? []).map((each) => [each.id, each])) : undefined

/** Reads whole lists, never a request a row. @param wanted what the screen shows. */
export function useStorageNames(project: string, wanted: readonly Kind[]): StorageNames {
  const request = { query: { project } }
  const when = (kind: Kind) => ({ ...settings, enabled: wanted.includes(kind) })
  const instances = useQuery(wholeListQuery('instanceList', request, when('instances')))
  const snapshots = useQuery(wholeListQuery('snapshotList', request, when('snapshots')))
  const images = useQuery(wholeListQuery('imageList', request, when('images')))
  const siloImages = useQuery({ ...allSiloImagesQuery, enabled: wanted.includes('images') })
  const disks = useQuery(wholeListQuery('diskList', request, when('disks')))
  const hidesImages = siloImages.data === null
  return useMemo(
    () => ({
      instances: byId(instances.data),
      snapshots: byId(snapshots.data),
      images: byId(images.data, siloImages.data === null ? [] : siloImages.data),
      disks: byId(disks.data),
      failed: [
        ...(instances.isError ? ['instances' as const] : []),
        ...(snapshots.isError ? ['snapshots' as const] : []),
        ...(images.isError || siloImages.isError ? ['images' as const] : []),
        ...(disks.isError ? ['disks' as const] : []),
      ],
      hidesImages,
    }),
    [
      instances.data,
      snapshots.data,
      images.data,
      siloImages.data,
      disks.data,
      instances.isError,
      snapshots.isError,
      images.isError,
      siloImages.isError,
      disks.isError,
      hidesImages,
    ],
  )
}

/** The instance that has, attaches or detaches a disk. */
export const instanceIdOf = ({ state }: Disk): string | undefined => ('instance' in state ? state.instance : undefined)

const viewOf = {
  instances: (instance: string) => apiQueryOrNull('instanceView', { path: { instance } }, settings),
  snapshots: (snapshot: string) => apiQueryOrNull('snapshotView', { path: { snapshot } }, settings),
  images: (image: string) => apiQueryOrNull('imageView', { path: { image } }, settings),
  disks: (disk: string) => apiQueryOrNull('diskView', { path: { disk } }, settings),
}

interface Named {
  id: string
  name: string
  projectId?: string | null
}

const pathOf: Record<Kind, (project: string, thing: Named) => Path> = {
  instances: (project, { name }) =>
    pathTo('/projects/$project/instances/$instance/storage', { project, instance: name }),
  snapshots: (project, { name }) => pathTo('/projects/$project/snapshots/$snapshot', { project, snapshot: name }),
  images: (project, { name, projectId }) =>
    projectId
      ? pathTo('/projects/$project/images/$image/edit', { project, image: name })
      : pathTo('/images/$image/edit', { image: name }),
  disks: (project, { name }) => pathTo('/projects/$project/disks/$disk', { project, disk: name }),
}

const networkingPath = (project: string, instance: string): Path =>
  pathTo('/projects/$project/instances/$instance/networking', { project, instance })

interface ThingLinkProps {
  project: string
  kind: Kind
  /** Nothing is a dash. */
  id: string | null | undefined
  names: StorageNames
  /** Panels do not stack: inside one, names are plain text. */
  plain?: boolean
  /** Of an instance's page; storage unless said. */
  tab?: 'networking'
}

/** An id as the name it stands for, linked; "Deleted" where nothing has it any more. */
export function ThingLink({ id, ...rest }: ThingLinkProps) {
  const { kind, names } = rest
  if (!id) return <Dash />
  const known = (names[kind] as ById<Named>)?.get(id)
  if (known) return <NamedLink {...rest} thing={known} />
  if (kind === 'images' && names.images && names.hidesImages) return <UnknownImage />
  return names[kind] || names.failed.includes(kind) ? <AskedLink {...rest} id={id} /> : <NotYetRead />
}

const unknownImage = `Deleted, or an image of the silo. ${siloImagesHint}.`

function UnknownImage() {
  const tooltip = useTooltip(unknownImage)
  return (
    <span {...tooltip} className="text-ink-3">
      Unknown<VisuallyHidden>: {unknownImage}</VisuallyHidden>
    </span>
  )
}

const NotYetRead = () => <Skeleton width="9ch" />

/** Where no list has it: asked for by itself. */
function AskedLink({ id, ...rest }: ThingLinkProps & { id: string }) {
  const asked = useQuery(viewOf[rest.kind](id) as ReturnType<typeof viewOf.disks>)
  const failure = failureOf(asked)
  if (failure) return <RetryValue failure={failure} />
  if (asked.data === null) return <Badge>Deleted</Badge>
  return asked.data ? <NamedLink {...rest} thing={asked.data} /> : <NotYetRead />
}

const NamedLink = ({ project, kind, plain, tab, thing }: Omit<ThingLinkProps, 'id'> & { thing: Named }) =>
  plain ? (
    thing.name
  ) : (
    <Link
      to={tab ? networkingPath(project, thing.name) : pathOf[kind](project, thing)}
      className="text-accent hover:underline"
    >
      <CutName name={thing.name} />
    </Link>
  )

/** What a disk was made from: an image, a snapshot, or nothing. */
export const DiskSource = ({ disk, ...rest }: { disk: Disk } & Omit<ThingLinkProps, 'kind' | 'id'>) => (
  <ThingLink {...rest} kind={disk.imageId ? 'images' : 'snapshots'} id={disk.imageId ?? disk.snapshotId} />
)

export const sourceName = ({ imageId, snapshotId }: Disk, { images, snapshots }: StorageNames): string =>
  (imageId ? images?.get(imageId)?.name : snapshotId ? snapshots?.get(snapshotId)?.name : undefined) ?? ''
