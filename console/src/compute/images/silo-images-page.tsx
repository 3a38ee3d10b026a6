import { Link } from '@tanstack/react-router'
import { Disc3 } from 'lucide-react'
import { useState } from 'react'
import type { Image } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { Button } from '~/ui/button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { FetchButton, Fetches, FetchLink } from './fetch/fetches.tsx'
import { bulkDeleteImages, deletionItems } from './image-actions.tsx'
import { imageColumns } from './image-columns.tsx'
import { siloImagesSource } from './queries.ts'

const PromoteImage = lazyPart(() => import('./promote-image.tsx'))
const DemoteImage = lazyPart(() => import('./demote-image.tsx'))

const columns = imageColumns(({ name }) => (
  <Link to="/images/$image/edit" params={{ image: name }} search state>
    {name}
  </Link>
))

export function SiloImagesPage() {
  const refused = useRefusals()
  const [open, setOpen] = useState<'promote' | Image | null>(null)
  // Promoting asks for a role in the image's project too; which that is, the form asks.
  const promoteRefusal = refused('image_demote')
  const promote = () => setOpen('promote')
  useQuickActions([{ group: 'Actions', label: 'Promote image', run: promote, refusal: promoteRefusal }])
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        title="Images"
        source={siloImagesSource}
        columns={columns}
        actions={
          <>
            <FetchButton />
            <Button variant="primary" refusal={promoteRefusal} onClick={promote} data-hotkey="c">
              Promote image
            </Button>
          </>
        }
        narrowing={<Fetches />}
        view={(image) => copyRequest('imageView', { path: { image: image.id } })}
        rowActions={(image) => [
          { label: 'Demote', refusal: refused('image_demote'), onSelect: () => setOpen(image) },
          ...deletionItems(image, refused),
        ]}
        bulkActions={[bulkDeleteImages(refused('image_delete'))]}
        itemLink={(image) => pathTo('/images/$image/edit', { image: image.name })}
        emptyIcon={<Disc3 />}
        emptyTitle="No images"
        emptyBody="Instances in every project can boot from a silo image. Fetch one, or promote a project image to share it."
        emptyActions={
          <>
            <FetchLink />
            <Button refusal={promoteRefusal} onClick={promote}>
              Promote image
            </Button>
          </>
        }
      />
      {open && (
        <PartBoundary onFailed={close}>
          {open === 'promote' ? <PromoteImage onClose={close} /> : <DemoteImage image={open} onClose={close} />}
        </PartBoundary>
      )}
    </>
  )
}
