import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { IssueAcknowledgement, SystemIssue } from '~/api/types.gen.ts'
import { useRefusals, useRoles } from '~/shell/access/roles.ts'
import { meQuery } from '~/shell/access/session.ts'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { issuesQuery } from '~/shell/frame/issues.ts'
import { WholeListTable } from '~/shell/list/whole-list-table.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import type { Columns } from '~/table/columns.ts'
import { Chips } from '~/table/filter-bar.tsx'
import { StateBadge, type Tone } from '~/ui/badge.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { issueKinds, type Operator } from './issue-words.ts'

const AcknowledgeIssue = lazyPart(() => import('./acknowledge-issue.tsx'))

function askToWithdraw({ kind, id, name }: SystemIssue): void {
  askToDo({
    title: 'Withdraw acknowledgement',
    body: (
      <>
        The issue of <b>{name}</b> counts again.
      </>
    ),
    method: 'systemIssueUnacknowledge',
    request: { path: { issueKind: kind, issueId: id } },
    done: () => outcome('Acknowledgement of', name, 'withdrawn'),
  })
}

/** A resource may have two issues, so rows have ids of their own. */
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
/** Critical ones come first, acknowledged ones last. */
const rank: Record<Standing, number> = { critical: 0, warning: 1, acknowledged: 2 }

type Standing = SystemIssue['severity'] | 'acknowledged'
const standingOf = ({ severity, acknowledgement }: SystemIssue): Standing =>
  acknowledgement ? 'acknowledged' : severity
const standings = [
  { key: 'critical', label: 'Critical', tone: 'bad' },
  { key: 'warning', label: 'Warning', tone: 'warn' },
  { key: 'acknowledged', label: 'Acknowledged', tone: 'idle' },
] as const

const kinds =
  'hardware out of service, sessions that are down, pools and quotas near their limit, expiring certificates, and failed operations'
const about = `What needs attention now: ${kinds}. Acknowledged issues do not count until they end and return, or become critical.`

const columnsFor = (operator: Operator): Columns<Row> => [
  {
    id: 'severity',
    header: 'Severity',
    cell: ({ issue: { severity } }) => <StateBadge state={severity} label={labels[severity]} tone={tones[severity]} />,
    value: ({ issue }) => rank[standingOf(issue)],
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
  {
    id: 'acknowledged',
    header: 'Acknowledged',
    cell: ({ issue: { acknowledgement } }) => acknowledgement && <Acknowledged given={acknowledgement} />,
    value: ({ issue: { acknowledgement } }) => acknowledgement?.note,
    maxWidth: '20rem',
  },
]

const Acknowledged = ({ given: { note, actorName, timeCreated } }: { given: IssueAcknowledgement }) => (
  <span className="inline-flex max-w-full flex-col whitespace-normal">
    {note}
    <small className="text-xs text-ink-3">
      {actorName}, <RelativeTime date={timeCreated} />
    </small>
  </span>
)

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

export function IssuesPage() {
  const [chosen, setChosen] = useState<string | null>(null)
  const [acknowledged, setAcknowledged] = useState<SystemIssue>()
  const close = () => setAcknowledged(undefined)
  const refused = useRefusals()
  const query = useSuspenseQuery(issuesQuery)
  const silo = useQuery(meQuery).data?.siloName
  const seesProjects = useRoles().silo !== undefined
  const { issues, truncated } = query.data
  const rows = useMemo(() => issues.map(rowOf), [issues])
  const groups = standings
    .map((standing) => ({ ...standing, count: issues.filter((issue) => standingOf(issue) === standing.key).length }))
    .filter(({ count }) => count > 0)
  const severity = groups.some(({ key }) => key === chosen) ? chosen : null
  const shown = useMemo(
    () => (severity === null ? rows : rows.filter(({ issue }) => standingOf(issue) === severity)),
    [rows, severity],
  )
  const columns = useMemo(() => columnsFor({ silo, seesProjects }), [silo, seesProjects])
  return (
    <>
      <PageHeader title="Issues" refresh={refreshOf(query)} about={{ title: 'Issues', text: about }} />
      <div className="pb-7">
        {truncated.length > 0 && (
          <p role="status" className="mb-3 text-ink-2">
            Only the first 100 issues are shown of each of these kinds:{' '}
            {truncated.map((kind) => issueKinds[kind].label.toLowerCase()).join(', ')}.
          </p>
        )}
        {groups.length > 1 && (
          <div className="mb-3">
            <Chips label="Severity" groups={groups} total={issues.length} chosen={severity} onChoose={setChosen} />
          </div>
        )}
        <WholeListTable
          label="Issues"
          rows={shown}
          columns={columns}
          view={() => copyRequest('systemIssuesView', {})}
          copiedId={({ issue }) => issue.id}
          rowActions={({ issue }) => [
            {
              label: issue.acknowledgement ? 'Change note' : 'Acknowledge',
              refusal: refused('system_issue_acknowledge'),
              onSelect: () => setAcknowledged(issue),
            },
            ...(issue.acknowledgement
              ? [
                  {
                    label: 'Withdraw acknowledgement',
                    refusal: refused('system_issue_unacknowledge'),
                    onSelect: () => askToWithdraw(issue),
                  },
                ]
              : []),
          ]}
          groupOf={groupOf}
          groupLabel="Kind"
          empty={
            <EmptyState icon={<CircleCheck />} title="Nothing needs attention" body={`This page lists ${kinds}.`} />
          }
        />
      </div>
      {acknowledged && (
        <PartBoundary onFailed={close}>
          <AcknowledgeIssue issue={acknowledged} onClose={close} />
        </PartBoundary>
      )}
    </>
  )
}
