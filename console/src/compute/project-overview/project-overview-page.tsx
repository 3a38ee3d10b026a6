import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ProjectOverview } from '~/api/types.gen.ts'
import { amountsOf } from '~/identity/utilization/resources.ts'
import { UsageCard } from '~/identity/utilization/usage-card.tsx'
import { useRefusals } from '~/shell/access/roles.ts'
import { CreateButton } from '~/shell/list/create-button.tsx'
import { CountTile, totalOf } from '~/shell/page/count-tile.tsx'
import { OverviewColumns } from '~/shell/page/overview-columns.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { ActivityCard } from './activity-card.tsx'
import { AttentionCard } from './attention-card.tsx'
import { ProjectSteps } from './project-steps.tsx'
import { projectOverviewQuery } from './queries.ts'

const route = getRouteApi('/_app/projects/$project')

/** Nothing that a user made; its network came with the project. */
const isEmpty = ({ instances, disks, snapshots, images, floatingIps }: ProjectOverview) =>
  instances.length + disks.length + snapshots + images + floatingIps === 0

export function ProjectOverviewPage() {
  const { project } = route.useParams()
  const query = useSuspenseQuery(projectOverviewQuery(project))
  const refused = useRefusals({ project })
  const overview = query.data
  const hasInstances = overview.instances.length > 0
  return (
    <>
      <PageHeader
        title="Overview"
        refresh={refreshOf(query)}
        about={{
          title: 'Overview',
          text: 'What the project has and uses, what needs attention, and what was done last.',
        }}
      >
        {hasInstances && (
          <>
            <ButtonLink to={pathTo('/projects/$project/disks-new', { project })} refusal={refused('disk_create')}>
              New disk
            </ButtonLink>
            <ButtonLink
              to={pathTo('/projects/$project/floating-ips-new', { project })}
              refusal={refused('floating_ip_create')}
            >
              New floating IP
            </ButtonLink>
            <CreateButton
              label="New instance"
              to={pathTo('/projects/$project/instances-new', { project })}
              refusal={refused('instance_create')}
            />
          </>
        )}
      </PageHeader>
      {!hasInstances && <ProjectSteps project={project} overview={overview} />}
      {isEmpty(overview) ? (
        overview.attention.length > 0 && <AttentionCard project={project} overview={overview} />
      ) : (
        <>
          <Counts project={project} overview={overview} />
          <OverviewColumns
            main={
              <>
                <AttentionCard project={project} overview={overview} />
                <ActivityCard project={project} />
              </>
            }
            side={<Usage overview={overview} />}
          />
        </>
      )}
    </>
  )
}

function Counts({ project, overview }: { project: string; overview: ProjectOverview }) {
  const { instances, disks, snapshots, images, vpcs, floatingIps } = overview
  return (
    <div className="mb-6 grid grid-cols-2 gap-4 xl:grid-cols-4">
      <div className="col-span-2">
        <CountTile
          labels={['Instance', 'Instances']}
          count={totalOf(instances)}
          to={pathTo('/projects/$project/instances', { project })}
          states={instances}
          listsStates
        />
      </div>
      <div className="col-span-2">
        <CountTile
          labels={['Disk', 'Disks']}
          count={totalOf(disks)}
          to={pathTo('/projects/$project/disks', { project })}
          states={disks}
          listsStates
        />
      </div>
      <CountTile
        labels={['Snapshot', 'Snapshots']}
        count={snapshots}
        to={pathTo('/projects/$project/snapshots', { project })}
      />
      <CountTile labels={['Image', 'Images']} count={images} to={pathTo('/projects/$project/images', { project })} />
      <CountTile labels={['VPC', 'VPCs']} count={vpcs} to={pathTo('/projects/$project/vpcs', { project })} />
      <CountTile
        labels={['Floating IP', 'Floating IPs']}
        count={floatingIps}
        to={pathTo('/projects/$project/floating-ips', { project })}
      />
    </div>
  )
}

function Usage({ overview: { usage, silo, trend } }: { overview: ProjectOverview }) {
  const [own, used, most] = [amountsOf(usage), amountsOf(silo.provisioned), amountsOf(silo.capacity)]
  const others = { cpus: used.cpus - own.cpus, memory: used.memory - own.memory, storage: used.storage - own.storage }
  return (
    <UsageCard
      by="the project"
      used={own}
      others={others}
      most={most}
      of="quota"
      note={({ key, inWords }) => `${inWords(Math.max(0, most[key] - used[key]))} left in the quota`}
      trend={trend}
      to="/utilization"
    />
  )
}
