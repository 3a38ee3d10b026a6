import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useMemo } from 'react'
import type { SystemIssue } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { issuesQuery } from '~/shell/issues.ts'
import { refreshOf } from '~/shell/reads.ts'
import { useRoles } from '~/shell/roles.ts'
import { meQuery } from '~/shell/session.ts'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { StateBadge, type Tone } from '~/ui/badge.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { issueKinds, type Operator } from './issue-words.ts'

/** A thing may be in trouble twice, so rows have ids of their own. */
interface Row {
  id: string
  name: string
  issue: SystemIssue
}

const rowOf = (issue: SystemIssue): Row => ({
  id: `${issue.kind} ${issue.id} ${issue.message}`,
  name: issue.name,
  issue,
})

const tones: Record<SystemIssue['severity'], Tone> = { critical: 'bad', warning: 'warn' }
const labels: Record<SystemIssue['severity'], string> = { critical: 'Critical', warning: 'Warning' }
/** Critical ones come first. */
const rank: Record<SystemIssue['severity'], number> = { critical: 0, warning: 1 }

const kinds =
  'hardware out of service, sessions that are down, pools and quotas near their limit, certificates about to expire, and work that failed'
const about = `What needs attention at this moment: ${kinds}.`

const columnsFor = (operator: Operator): readonly [Column<Row>, ...Column<Row>[]] => [
  {
    id: 'severity',
    header: 'Severity',
    cell: ({ issue: { severity } }) => <StateBadge state={severity} label={labels[severity]} tone={tones[severity]} />,
    value: ({ issue: { severity } }) => rank[severity],
  },
  {
    id: 'what',
    header: 'What',
    cell: ({ issue: { message } }) => message,
    value: ({ issue: { message } }) => message,
    maxWidth: '34rem',
  },
  {
    id: 'where',
    header: 'Where',
    cell: ({ issue }) => <Where issue={issue} operator={operator} />,
    value: ({ issue: { kind, name } }) => `${issueKinds[kind].label} ${name}`,
  },
  {
    id: 'since',
    header: 'Since',
    cell: ({ issue: { timeBegan } }) => timeBegan && <RelativeTime date={timeBegan} />,
    value: ({ issue: { timeBegan } }) => timeBegan,
  },
]

function Where({ issue, operator }: { issue: SystemIssue; operator: Operator }) {
  const { id, name, kind } = issue
  const to = issueKinds[kind].pathOf(issue, operator)
  const called = name === id ? <ShortId id={id} /> : name
  return (
    <span className="inline-flex max-w-full gap-1.5">
      <span className="text-ink-3">{issueKinds[kind].label}</span>
      {to ? (
        <Link to={to} className="truncate text-accent hover:underline">
          {called}
        </Link>
      ) : (
        <span className="truncate">{called}</span>
      )}
    </span>
  )
}

const groupOf = ({ issue: { kind } }: Row) => ({ key: kind, label: issueKinds[kind].label })

/** What needs an operator's attention. */
export function IssuesPage() {
  const query = useSuspenseQuery(issuesQuery)
  const silo = useQuery(meQuery).data?.siloName
  const seesProjects = useRoles().silo !== undefined
  const { issues, truncated } = query.data
  const rows = useMemo(() => issues.map(rowOf), [issues])
  return (
    <>
      <PageHeader title="Issues" refresh={refreshOf(query)} about={{ title: 'Issues', text: about }} />
      <div className="pb-7">
        {truncated.length > 0 && (
          <p role="status" className="mb-3 text-ink-2">
            There are more of these than are shown:{' '}
            {truncated.map((kind) => issueKinds[kind].label.toLowerCase()).join(', ')}.
          </p>
        )}
        <WholeListTable
          label="Issues"
          rows={rows}
          columns={useMemo(() => columnsFor({ silo, seesProjects }), [silo, seesProjects])}
          view={() => copyRequest('systemIssuesView', {})}
          copiedId={({ issue }) => issue.id}
          groupOf={groupOf}
          groupLabel="Kind"
          empty={
            <EmptyState
              icon={<CircleCheck />}
              title="Nothing needs attention"
              body={`It would be shown here: ${kinds}.`}
            />
          }
        />
      </div>
    </>
  )
}
