import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ImageDetails } from './image-details.tsx'
import { siloImageQuery } from './queries.ts'

const route = getRouteApi('/_app/_images/images/$image/edit')

export function SiloImage() {
  const { data: image } = useSuspenseQuery(siloImageQuery(route.useParams().image))
  return <ImageDetails image={image} closeTo="/images" />
}
