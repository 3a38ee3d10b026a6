import type { OperationId } from '@skerry/contract/operations.ts'
import { deletionLockRefusal } from '@skerry/contract/rules/deletion-lock.ts'
import { Link } from '@tanstack/react-router'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { Image } from '~/api/types.gen.ts'
import { toast } from '~/lib/toast.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { lockItems } from '~/shell/actions/deletion-lock.tsx'
import { recordDone } from '~/shell/activity/follow.ts'
import { refreshSoon } from '~/shell/live/refresh-soon.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import type { BulkAction } from '~/table/bulk-bar.tsx'
import type { MenuItem } from '~/ui/menu.tsx'

const goneFrom = (image: Image) => (image.projectId ? 'this project' : 'all projects in the silo')

/** Shows in the activity menu, in a toast and in the lists that an image now stands at `to`. */
export function sayMoved(verb: 'Promote' | 'Demote', { name }: Image, to: Path): void {
  recordDone({ verb: `${verb} image`, name, to })
  toast({
    content: (
      <>
        Image{' '}
        <Link to={to} className="font-medium text-accent hover:underline">
          {name}
        </Link>{' '}
        {verb === 'Promote' ? 'can now be used in all projects' : 'now belongs to one project'}
      </>
    ),
  })
  void refreshAfter('imagePromote', 'imageDemote')
}

export const siloImagePath = ({ name }: Image): Path => pathTo('/images/$image/edit', { image: name })

const askDeleteImage = (image: Image): void =>
  askToDelete({
    kind: 'image',
    name: image.name,
    consequence: `is permanently deleted from ${goneFrom(image)}. Disks made from it are kept.`,
    method: 'imageDelete',
    request: { path: { image: image.id } },
    recorded: true,
  })

/** The last items of an image's menu: Lock deletion, Delete. */
export const deletionItems = (image: Image, refused: (operation: OperationId) => string | undefined): MenuItem[] => [
  ...lockItems('image', image, refused),
  {
    label: 'Delete',
    danger: true,
    refusal: refused('image_delete') ?? deletionLockRefusal(image),
    onSelect: () => askDeleteImage(image),
  },
]

export function askPromote(image: Image): void {
  const request = { path: { image: image.id } }
  askToDo({
    title: 'Promote image',
    body: (
      <>
        <b>{image.name}</b> becomes a silo image: all projects will see it.
      </>
    ),
    method: 'imagePromote',
    request,
    done: (promoted) => sayMoved('Promote', promoted, siloImagePath(promoted)),
  })
}

export const bulkDeleteImages = (refusal: string | undefined): BulkAction<Image> => ({
  label: 'Delete',
  things: 'images',
  consequence: 'The images are permanently deleted. Disks made from them are kept.',
  danger: true,
  refusal,
  unless: deletionLockRefusal,
  run: ({ id }) => apiCall('imageDelete', { path: { image: id } }).finally(() => refreshSoon('imageDelete')),
})
