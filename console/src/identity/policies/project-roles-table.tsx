import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Folder } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { Group, Project } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListTable } from '~/shell/list/whole-list-table.tsx'
import { failureOf, readState } from '~/shell/page/reads.ts'
import { useSeen } from '~/shell/page/use-seen.ts'
import type { Columns } from '~/table/columns.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { HeldCell, type HeldRole, heldRoles, withSiloRoles } from './held-roles.tsx'

const none: readonly Group[] = []

interface ProjectRolesTableProps {
  /** The user or group. */
  id: string
  inSilo: readonly HeldRole[]
  /** The groups that the user is in. */
  groups?: readonly Group[]
}

export function ProjectRolesTable({ id, inSilo, groups = none }: ProjectRolesTableProps) {
  const projects = useQuery(wholeListQuery('projectList'))
  const columns = useMemo(() => columnsOf({ id, inSilo, groups }), [id, inSilo, groups])
  return (
    <>
      <h2 className="mb-3 text-lg font-semibold">Roles in projects</h2>
      <WholeListTable
        label="Roles in projects"
        rows={projects.data}
        read={readState(projects)}
        columns={columns}
        view={(project) => copyRequest('projectPolicyView', { path: { project: project.id } })}
        empty={<EmptyState icon={<Folder />} title="No projects" body="Roles in projects appear here." />}
      />
    </>
  )
}

const columnsOf = (of: ProjectRolesTableProps): Columns<Project> => [
  {
    id: 'name',
    header: 'Project',
    cell: ({ name }) => (
      <Link to="/projects/$project/access" params={{ project: name }}>
        {name}
      </Link>
    ),
    value: ({ name }) => name,
  },
  { id: 'role', header: 'Role', cell: ({ id }) => <RoleCell project={id} of={of} /> },
]

function RoleCell({ project, of: { id, inSilo, groups = [] } }: { project: string; of: ProjectRolesTableProps }) {
  const cell = useRef<HTMLSpanElement>(null)
  const enabled = useSeen(cell)
  const policy = useQuery(
    apiQuery('projectPolicyView', { path: { project } }, { secondary: true, staleTime: 10_000, enabled }),
  )
  return (
    <span ref={cell}>
      <HeldCell
        held={policy.data && withSiloRoles(heldRoles(policy.data, id, groups), inSilo)}
        failure={failureOf(policy)}
      />
    </span>
  )
}
