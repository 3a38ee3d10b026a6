import { useQuery } from '@tanstack/react-query'
import type { ProjectOverview } from '~/api/types.gen.ts'
import { serverQuery } from '~/shell/capabilities.ts'
import { pathTo } from '~/shell/path.ts'
import { useRefusals } from '~/shell/roles.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { FirstSteps } from './first-steps.tsx'
import { noPool, quotaBlocks } from './quota-blocks.ts'

/** From a project without instances to the first one. */
export function ProjectSteps({ project, overview }: { project: string; overview: ProjectOverview }) {
  const { hasImage, hasDefaultPool, silo, instances } = overview
  // For the refusal of a server that cannot fetch images.
  useQuery(serverQuery)
  const refused = useRefusals({ project })
  const uploadRefusal = refused('image_create') ?? refused('disk_create')
  const createRefusal = refused('instance_create')
  return (
    <FirstSteps
      steps={[
        {
          title: 'Project',
          text: `${project} groups instances, disks, images and networks, and the people who work with them.`,
          isDone: true,
        },
        {
          title: 'Image',
          text: 'An image is an operating system that instances boot from.',
          isDone: hasImage,
          blocks: [uploadRefusal, ...quotaBlocks(silo, ['storage'])],
          actions: (
            <>
              <ButtonLink
                to={pathTo('/projects/$project/images-fetch', { project })}
                disabledReason={refused('image_fetch_create')}
              >
                Fetch image
              </ButtonLink>
              <ButtonLink
                to={pathTo('/projects/$project/images-new', { project })}
                variant="primary"
                disabledReason={uploadRefusal}
              >
                Upload image
              </ButtonLink>
            </>
          ),
        },
        {
          title: 'Instance',
          text: 'An instance is a virtual machine with its own CPUs, memory, disks and addresses.',
          isDone: instances.length > 0,
          blocks: [createRefusal, ...quotaBlocks(silo, ['cpus', 'memory', 'storage']), !hasDefaultPool && noPool],
          actions: (
            <ButtonLink
              to={pathTo('/projects/$project/instances-new', { project })}
              variant={hasImage ? 'primary' : 'default'}
              disabledReason={createRefusal}
            >
              New instance
            </ButtonLink>
          ),
        },
      ]}
    />
  )
}
