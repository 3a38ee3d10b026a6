import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { instancePath } from '~/compute/instances/queries.ts'
import type { HistoryEntry } from '~/api/types.gen.ts'
import { actWords, eventWords, personOf } from '~/shell/history/act-words.ts'
import { type Path, pathTo } from '~/shell/path.ts'
import { readState } from '~/shell/reads.ts'
import { Card } from '~/ui/card.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { RelativeTime } from '~/ui/time.tsx'
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
export function ActivityCard({ project }: { project: string }) {
  const query = useQuery(latestHistoryQuery(project))
  return (
    <Card
      title="Recent activity"
      read={readState(query)}
      actions={
        <Link to="/projects/$project/history" params={{ project }} className="text-accent hover:underline">
          History
        </Link>
      }
    >
      {query.data === undefined ? (
        <div className="p-4">
          <Skeleton />
        </div>
      ) : query.data.items.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">Nothing has happened yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {query.data.items.map((entry) => (
            <li key={entry.id} className="flex gap-3 px-4 py-2.5">
              <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <Sentence project={project} entry={entry} />
              </p>
              <span className="flex-none text-sm text-ink-3">
                <RelativeTime date={entry.timestamp} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

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
