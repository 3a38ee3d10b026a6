import { getRouteApi, Link } from '@tanstack/react-router'
import { Disc3 } from 'lucide-react'
import { useMemo } from 'react'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import { FetchButton, Fetches, FetchLink } from './fetch/fetches.tsx'
import { askPromote, bulkDeleteImages, deletionItems } from './image-actions.tsx'
import { imageColumns } from './image-columns.tsx'
import { projectImagesSource } from './queries.ts'
import { UnfinishedUploads } from './upload/unfinished-notice.tsx'

const route = getRouteApi('/_app/projects/$project')

const columnsFor = (project: string) =>
  imageColumns(({ name }) => (
    <Link to="/projects/$project/images/$image/edit" params={{ project, image: name }} search state>
      {name}
    </Link>
  ))

export function ProjectImagesPage() {
  const { project } = route.useParams()
  const refused = useRefusals({ project })
  const columns = useMemo(() => columnsFor(project), [project])
  return (
    <>
      <UnfinishedUploads key={project} project={project} />
      <ListPage
        title="Images"
        source={projectImagesSource(project)}
        columns={columns}
        actions={<FetchButton project={project} />}
        narrowing={<Fetches project={project} />}
        create={{
          label: 'Upload image',
          to: pathTo('/projects/$project/images-new', { project }),
          refusal: refused('image_create') ?? refused('disk_create'),
        }}
        view={(image) => copyRequest('imageView', { path: { image: image.id } })}
        rowActions={(image) => [
          { label: 'Promote', refusal: refused('image_promote'), onSelect: () => askPromote(image) },
          ...deletionItems(image, refused),
        ]}
        bulkActions={[bulkDeleteImages(refused('image_delete'))]}
        itemLink={(image) => pathTo('/projects/$project/images/$image/edit', { project, image: image.name })}
        emptyIcon={<Disc3 />}
        emptyTitle="No images"
        emptyBody="An image is an operating system that new instances can boot from. Upload or fetch one to use it in this project."
        emptyActions={<FetchLink project={project} />}
      />
    </>
  )
}
