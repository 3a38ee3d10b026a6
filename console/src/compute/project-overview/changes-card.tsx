import { Link } from '@tanstack/react-router'
import type { ChangedThing } from '~/api/types.gen.ts'
import { instancePath } from '~/compute/instances/queries.ts'
import { type Path, pathTo } from '~/shell/path.ts'
import { Card } from '~/ui/card.tsx'
import { RelativeTime } from '~/ui/time.tsx'

type Kind = ChangedThing['kind']

const kinds: Record<Kind, { label: string; pathOf: (project: string, name: string) => Path }> = {
  instance: { label: 'Instance', pathOf: instancePath },
  disk: { label: 'Disk', pathOf: (project, disk) => pathTo('/projects/$project/disks/$disk', { project, disk }) },
  snapshot: {
    label: 'Snapshot',
    pathOf: (project, snapshot) => pathTo('/projects/$project/snapshots/$snapshot', { project, snapshot }),
  },
  image: {
    label: 'Image',
    pathOf: (project, image) => pathTo('/projects/$project/images/$image/edit', { project, image }),
  },
  vpc: {
    label: 'VPC',
    pathOf: (project, vpc) => pathTo('/projects/$project/vpcs/$vpc', { project, vpc }),
  },
  floating_ip: {
    label: 'Floating IP',
    pathOf: (project, floatingIp) =>
      pathTo('/projects/$project/floating-ips/$floatingIp/edit', { project, floatingIp }),
  },
}

/** The things in a project that were created or changed last. */
export const ChangesCard = ({ project, changes }: { project: string; changes: readonly ChangedThing[] }) => (
  <Card title="Recent changes">
    {changes.length === 0 ? (
      <p className="px-4 py-3 text-ink-2">Nothing has changed yet.</p>
    ) : (
      <ul className="divide-y divide-line">
        {changes.map(({ kind, id, name, created, timeModified }) => (
          <li key={id} className="flex gap-3 px-4 py-2.5">
            <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <span className="text-ink-2">{kinds[kind].label}</span>{' '}
              <Link to={kinds[kind].pathOf(project, name)} className="font-medium text-accent hover:underline">
                {name}
              </Link>{' '}
              <span className="text-ink-2">{created ? 'created' : 'changed'}</span>
            </p>
            <span className="flex-none text-sm text-ink-3">
              <RelativeTime date={timeModified} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
