import { Link } from '@tanstack/react-router'
import type { AttentionItem, ProjectOverview } from '~/api/types.gen.ts'
import { amountsOf, resources } from '~/identity/utilization/resources.ts'
import { formatPercent } from '~/lib/format/numbers.ts'
import { inSentence } from '~/lib/format/words.ts'
import { type Attention, AttentionList } from '~/shell/page/attention-list.tsx'
import { Card } from '~/ui/card.tsx'
import { RelativeTime } from '~/ui/time.tsx'
import { attentionKinds } from './attention-kinds.ts'

/** From 90 % in use on. */
const nearlyUsedUp = 0.9

/** Resources of which the silo has used nearly all of its quota. */
function usedUp({ silo }: ProjectOverview): Attention[] {
  const [used, most] = [amountsOf(silo.provisioned), amountsOf(silo.capacity)]
  return resources
    .filter(({ key }) => used[key] > most[key] * nearlyUsedUp)
    .map(({ key, label }) => ({
      id: key,
      severity: used[key] >= most[key] ? 'critical' : 'warning',
      text: `${formatPercent(used[key], most[key])} used of the silo's`,
      name: `${inSentence(label)} quota`,
      to: '/utilization',
    }))
}

function inWords(project: string, item: AttentionItem): Attention {
  const { kind, severity, id, name, reason, timeBegan } = item
  const { text, pathOf, hasReason } = attentionKinds[kind]
  return {
    id: `${kind} ${id}`,
    severity,
    text: text(item),
    name,
    to: pathOf(project, name, id),
    reason: hasReason ? undefined : reason,
    time: timeBegan && <RelativeTime date={timeBegan} />,
  }
}

const ranks = { critical: 0, warning: 1, notice: 2 }

export function AttentionCard({ project, overview }: { project: string; overview: ProjectOverview }) {
  const { attention, truncated } = overview
  const items = [...usedUp(overview), ...attention.map((item) => inWords(project, item))]
  return (
    <Card title="Needs attention">
      <AttentionList items={items.toSorted((one, other) => ranks[one.severity] - ranks[other.severity])}>
        {truncated.length > 0 && (
          <>
            Only the first ten are shown of some kinds. More are among the{' '}
            <Link to="/projects/$project/instances" params={{ project }} className="text-accent hover:underline">
              instances
            </Link>
            ,{' '}
            <Link to="/projects/$project/disks" params={{ project }} className="text-accent hover:underline">
              disks
            </Link>{' '}
            and other lists.
          </>
        )}
      </AttentionList>
    </Card>
  )
}
