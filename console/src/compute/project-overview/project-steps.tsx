import type { ProjectOverview } from '~/api/types.gen.ts'
import { AddImage, useUploadRefusal } from '~/compute/images/add-image.tsx'
import { useRefusals } from '~/shell/access/roles.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { FirstSteps } from './first-steps.tsx'
import { noPool, quotaBlocks } from './quota-blocks.ts'

/** From a project without instances to the first one. */
export function ProjectSteps({ project, overview }: { project: string; overview: ProjectOverview }) {
  const { hasImage, hasDefaultPool, silo, instances } = overview
  const refused = useRefusals({ project })
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
          blocks: [useUploadRefusal(project), ...quotaBlocks(silo, ['storage'])],
          actions: <AddImage project={project} />,
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
              refusal={createRefusal}
            >
              New instance
            </ButtonLink>
          ),
        },
      ]}
    />
  )
}
