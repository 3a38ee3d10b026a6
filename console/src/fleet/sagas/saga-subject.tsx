import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SagaSubject } from '~/api/types.gen.ts'
import { useRoles } from '~/shell/access/roles.ts'
import { meQuery } from '~/shell/access/session.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import { stateLabel } from '~/ui/badge.tsx'
import { ShortId } from '~/ui/truncate.tsx'

/** The page of a resource; of one in a project only for users with a role in its silo. */
function pathOf({ kind, id, name, projectName: project }: SagaSubject, seesProject: boolean): Path | undefined {
  if (kind === 'sled') return undefined
  if (kind === 'support_bundle') return pathTo('/system/support-bundles/$bundle', { bundle: id })
  if (!seesProject || !project || !name) return undefined
  if (kind === 'instance') return pathTo('/projects/$project/instances/$instance/storage', { project, instance: name })
  if (kind === 'disk') return pathTo('/projects/$project/disks/$disk', { project, disk: name })
  if (kind === 'vpc') return pathTo('/projects/$project/vpcs/$vpc/firewall-rules', { project, vpc: name })
  if (kind === 'snapshot') return pathTo('/projects/$project/snapshots', { project })
  return kind === 'image' ? pathTo('/projects/$project/images', { project }) : undefined
}

export const subjectText = ({ kind, id, name, siloName, projectName }: SagaSubject): string =>
  [stateLabel(kind), name ?? id, siloName, projectName].filter(Boolean).join(' ')

/** The resource that a saga works on, with its silo and project. */
export function SagaSubjectLink({ subject }: { subject: SagaSubject }) {
  const { kind, id, name, siloName, projectName } = subject
  const own = useQuery(meQuery).data?.siloName
  const seesProjects = useRoles().silo !== undefined
  const to = pathOf(subject, seesProjects && siloName === own)
  const text = name ?? <ShortId id={id} />
  return (
    <span className="inline-flex flex-col">
      <span className="inline-flex gap-1.5">
        <span className="text-ink-3">{stateLabel(kind)}</span>
        {to ? <Link to={to}>{text}</Link> : text}
      </span>
      {siloName && <small className="text-xs text-ink-3">{[siloName, projectName].filter(Boolean).join(' / ')}</small>}
    </span>
  )
}
