import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { apiQuery } from '~/api/queries.ts'
import { ImageDetails } from '../../../../../-image-details.tsx'

const imageQuery = (project: string, image: string) => apiQuery('imageView', { path: { image }, query: { project } })

export const Route = createFileRoute('/_app/projects/$project/_images/images/$image/edit')({
  staticData: { panel: 'Image' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(imageQuery(params.project, params.image)),
  component: ProjectImage,
})

function ProjectImage() {
  const { project, image: name } = Route.useParams()
  const { data: image } = useSuspenseQuery(imageQuery(project, name))
  return <ImageDetails image={image} closeTo={`/projects/${project}/images`} />
}
