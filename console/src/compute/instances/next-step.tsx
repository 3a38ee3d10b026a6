import { useQuery } from '@tanstack/react-query'
import { AddImage } from '~/compute/images/add-image.tsx'
import { projectOverviewQuery } from '~/compute/project-overview/queries.ts'
import { useIsOffered } from '~/shell/frame/area.ts'
import { type Create, CreateButton } from '~/shell/list/create-button.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import { ButtonLink } from '~/ui/button.tsx'

/** In a project without instances: an image first, where there is none to boot from. */
export function NextStep({ project, create }: { project: string; create: Create }) {
  const hasOverview = useIsOffered('projectOverview')
  const overview = useQuery({ ...projectOverviewQuery(project), enabled: hasOverview })
  // No button moves under the pointer.
  if (overview.isLoading) return null
  return (
    <>
      {overview.data?.hasImage === false ? <AddImage project={project} /> : <CreateButton {...create} />}
      {hasOverview && <ButtonLink to={pathTo('/projects/$project/overview', { project })}>First steps</ButtonLink>}
    </>
  )
}
