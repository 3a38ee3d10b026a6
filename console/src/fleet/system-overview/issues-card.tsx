import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SystemIssue, SystemIssues } from '~/api/types.gen.ts'
import { issueKinds, type Operator } from '~/fleet/issues/issue-words.ts'
import { plural } from '~/lib/format/numbers.ts'
import { useRoles } from '~/shell/access/roles.ts'
import { meQuery } from '~/shell/access/session.ts'
import { type Attention, AttentionList } from '~/shell/page/attention-list.tsx'
import { readState } from '~/shell/page/reads.ts'
import { Card } from '~/ui/card.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { ShortId } from '~/ui/truncate.tsx'

const most = 8

const inWords = (issue: SystemIssue, operator: Operator): Attention => {
  const { kind, id, name, severity, message, timeBegan } = issue
  const { label, pathOf } = issueKinds[kind]
  return {
    id: `${kind} ${id} ${message}`,
    severity,
    text: label,
    name: name === id ? <ShortId id={id} /> : name,
    to: pathOf(issue, operator),
    reason: message,
    time: timeBegan && <RelativeTime date={timeBegan} />,
  }
}

/** The issues that nobody has acknowledged, the critical ones first. */
export function IssuesCard({ query }: { query: UseQueryResult<SystemIssues> }) {
  const silo = useQuery(meQuery).data?.siloName
  const seesProjects = useRoles().silo !== undefined
  const open = query.data?.issues
    .filter(({ acknowledgement }) => !acknowledgement)
    .toSorted((one, other) => Number(one.severity === 'warning') - Number(other.severity === 'warning'))
  return (
    <Card
      title="Needs attention"
      read={readState(query)}
      actions={
        <Link to="/system/issues" className="text-accent hover:underline">
          Issues
        </Link>
      }
    >
      {open ? (
        <AttentionList items={open.slice(0, most).map((issue) => inWords(issue, { silo, seesProjects }))}>
          {open.length > most && (
            <Link to="/system/issues" className="text-accent hover:underline">
              {plural(open.length - most, 'more issue')}
            </Link>
          )}
        </AttentionList>
      ) : (
        <div className="p-4">
          <Skeleton />
        </div>
      )}
    </Card>
  )
}
