import { Link } from '@tanstack/react-router'
import type { AlertSubject } from '~/api/types.gen.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

/** The operators' page of a thing that an alert is about. Only users of its silo see things in projects. */
function subjectPath({ kind, id }: AlertSubject): Path | undefined {
  switch (kind) {
    case 'sled':
      return pathTo('/system/inventory/sleds/$sledId/instances', { sledId: id })
    case 'physical_disk':
      return pathTo('/system/inventory/disks/$diskId', { diskId: id })
    case 'ip_pool':
      return pathTo('/system/networking/ip-pools/$pool', { pool: id })
    case 'silo':
      return pathTo('/system/silos/$silo', { silo: id })
    case 'support_bundle':
      return pathTo('/system/support-bundles/$bundle', { bundle: id })
    default:
      return undefined
  }
}

/** What an alert is about, with a link where operators have a page of it. */
export function Subject({ subject }: { subject: AlertSubject }) {
  const path = subjectPath(subject)
  const text = subject.name ?? subject.id
  if (!path) return <span className="[overflow-wrap:anywhere]">{text}</span>
  return (
    <Link to={path} className="text-accent hover:underline [overflow-wrap:anywhere]">
      {text}
    </Link>
  )
}
