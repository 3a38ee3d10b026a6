import { useQuery } from '@tanstack/react-query'
import { ownUtilizationQuery } from '~/identity/utilization/queries.ts'
import { poolsQuery } from '~/network/pools.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { CreateButton } from '~/shell/list/create-button.tsx'
import { allSiloImagesQuery } from '~/shell/things/silo-images.ts'
import { FirstSteps } from './first-steps.tsx'
import { noPool, quotaBlocks } from './quota-blocks.ts'

/** From a silo without projects to the first instance. What cannot be read blocks nothing. */
export default function SiloSteps() {
  const images = useQuery(allSiloImagesQuery).data
  const utilization = useQuery(ownUtilizationQuery).data
  const pools = useQuery(poolsQuery).data
  const refusal = useRefusal('project_create')
  return (
    <FirstSteps
      steps={[
        {
          title: 'Project',
          text: 'A project groups instances, disks, images and networks, and the people who work with them.',
          isDone: false,
          blocks: [refusal],
          actions: (
            <div className="first-step">
              <CreateButton label="New project" to="/projects-new" refusal={refusal} />
            </div>
          ),
        },
        {
          title: 'Image',
          text: 'An image is an operating system that instances boot from. Upload or fetch one in the project.',
          isDone: Boolean(images?.length),
          blocks: utilization && quotaBlocks(utilization, ['storage']),
        },
        {
          title: 'Instance',
          text: 'An instance is a virtual machine with its own CPUs, memory, disks and addresses.',
          isDone: false,
          blocks: [
            ...(utilization ? quotaBlocks(utilization, ['cpus', 'memory', 'storage']) : []),
            pools && !pools.some(({ isDefault }) => isDefault) && noPool,
          ],
        },
      ]}
    />
  )
}
