import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { HistoryEntry } from '~/api/types.gen.ts'
import { instancePath } from '~/compute/instances/queries.ts'
import { actWords, eventWords, personOf } from '~/shell/history/act-words.ts'
import { RecentActivityCard } from '~/shell/page/recent-activity-card.tsx'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import { latestHistoryQuery } from './queries.ts'

/** Pages of things by their kind. */
const pathOf: Partial<Record<string, (project: string, name: string) => Path>> = {
  instance: instancePath,
  disk: (project, disk) => pathTo('/projects/$project/disks/$disk', { project, disk }),
  snapshot: (project, snapshot) => pathTo('/projects/$project/snapshots/$snapshot', { project, snapshot }),
  image: (project, image) => pathTo('/projects/$project/images/$image/edit', { project, image }),
  vpc: (project, vpc) => pathTo('/projects/$project/vpcs/$vpc', { project, vpc }),
  floating_ip: (project, floatingIp) =>
    pathTo('/projects/$project/floating-ips/$floatingIp/edit', { project, floatingIp }),
}

/** What was done in a project and happened to its machines last. */
export const ActivityCard = ({ project }: { project: string }) => (
  <RecentActivityCard
    query={useQuery(latestHistoryQuery(project))}
    renderSentence={(entry) => <Sentence project={project} entry={entry} />}
    link={
      <Link to="/projects/$project/history" params={{ project }} className="text-accent hover:underline">
        History
      </Link>
    }
  />
)

function Sentence({ project, entry }: { project: string; entry: HistoryEntry }) {
  const { actor, operation, targetDeleted, targetKind, targetName } = entry
  const page = targetDeleted ? undefined : pathOf[targetKind ?? '']
  const name = page ? (
    <Link to={page(project, targetName!)} className="font-medium text-accent hover:underline">
      {targetName}
    </Link>
  ) : (
    <b className="font-medium">{targetName}</b>
  )
  const event = eventWords(operation)
  if (event)
    return (
      <>
        {name} {event}
      </>
    )
  return (
    <>
      {actWords(entry)} {name} <span className="text-ink-2">by {personOf(actor)}</span>
    </>
  )
}
