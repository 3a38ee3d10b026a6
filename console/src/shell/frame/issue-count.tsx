import { useQuery } from '@tanstack/react-query'
import { plural } from '~/lib/format/numbers.ts'
import { ToneMark } from '~/ui/badge.tsx'
import { VisuallyHidden } from '~/ui/visually-hidden.tsx'
import { useIsFleetViewer } from '../access/session.ts'
import { issuesQuery } from './issues.ts'

/** Number of issues that are not acknowledged; nothing for none, or before they are known. */
export function IssueCount() {
  const { data } = useQuery({ ...issuesQuery, enabled: useIsFleetViewer() })
  const issues = data?.issues.filter(({ acknowledgement }) => !acknowledgement)
  if (!data || !issues?.length) return null
  const { truncated } = data
  const critical = issues.filter(({ severity }) => severity === 'critical').length
  const more = truncated.length > 0 ? '+' : ''
  return (
    <span translate="no" className="ml-auto inline-flex items-center gap-1.5 text-xs tabular-nums">
      <ToneMark tone={critical ? 'bad' : 'warn'} />
      <span aria-hidden="true">
        {issues.length}
        {more}
      </span>
      <VisuallyHidden>
        {plural(issues.length, 'issue')}
        {critical > 0 && `, ${critical} critical`}
      </VisuallyHidden>
    </span>
  )
}
