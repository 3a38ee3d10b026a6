import { useQuery } from '@tanstack/react-query'
import { serverQuery } from '~/shell/access/capabilities.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { ButtonLink } from '~/ui/button.tsx'

/** Why the user can upload no image to a project. */
export function useUploadRefusal(project: string): string | undefined {
  const refused = useRefusals({ project })
  return refused('image_create') ?? refused('disk_create')
}

/** The ways to an image of a project, the easiest first. */
export function AddImage({ project }: { project: string }) {
  // For the refusal of a server that cannot fetch.
  useQuery(serverQuery)
  const fetchRefusal = useRefusals({ project })('image_fetch_create')
  return (
    <>
      <ButtonLink
        to={pathTo('/projects/$project/images-fetch', { project })}
        variant={fetchRefusal ? 'default' : 'primary'}
        refusal={fetchRefusal}
      >
        Fetch image
      </ButtonLink>
      <ButtonLink
        to={pathTo('/projects/$project/images-new', { project })}
        variant={fetchRefusal ? 'primary' : 'default'}
        refusal={useUploadRefusal(project)}
      >
        Upload image
      </ButtonLink>
    </>
  )
}
