import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { apiQuery } from '~/api/queries.ts'
import { ImageDetails } from '../../../-image-details.tsx'

const imageQuery = (image: string) => apiQuery('imageView', { path: { image } })

export const Route = createFileRoute('/_app/_images/images/$image/edit')({
  staticData: { panel: 'Image' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(imageQuery(params.image)),
  component: SiloImage,
})

function SiloImage() {
  const { data: image } = useSuspenseQuery(imageQuery(Route.useParams().image))
  return <ImageDetails image={image} closeTo="/images" />
}
