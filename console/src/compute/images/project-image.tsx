import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pathTo } from '~/shell/path.ts'
import { ImageDetails } from './image-details.tsx'
import { projectImageQuery } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/_images/images/$image/edit')

export function ProjectImage() {
  const { project, image: name } = route.useParams()
  const { data: image } = useSuspenseQuery(projectImageQuery(project, name))
  return <ImageDetails image={image} closeTo={pathTo('/projects/$project/images', { project })} />
}
