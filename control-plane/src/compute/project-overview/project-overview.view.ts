import {
  type AttentionItem,
  AttentionKind,
  type InstancesInState,
  type ProjectOverview,
} from '@skerry/contract/compute/project-overview.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { type FoundAttention, MAX_ATTENTION_PER_KIND } from './attention.repo.ts'
import type { OverviewRow } from './project-overview.repo.ts'

const timeOf = (text: string): string => timestamp(new Date(text))

const ranks: Record<AttentionItem['severity'], number> = { critical: 0, warning: 1, notice: 2 }

/** Items that need attention, worst first; at most `MAX_PER_KIND` of each kind. */
function attentionView(found: readonly FoundAttention[]): Pick<ProjectOverview, 'attention' | 'truncated'> {
  const kinds = AttentionKind.options.map((kind) => found.filter((item) => item.kind === kind))
  return {
    attention: kinds
      .flatMap((items) => items.slice(0, MAX_ATTENTION_PER_KIND))
      .map(({ reason, time_began, ...item }) => ({
        ...item,
        ...(reason !== null && { reason }),
        ...(time_began !== null && { time_began: timeOf(time_began) }),
      }))
      .toSorted((a, b) => ranks[a.severity] - ranks[b.severity]),
    truncated: kinds.flatMap(([first, ...others]) =>
      first && others.length >= MAX_ATTENTION_PER_KIND ? [first.kind] : [],
    ),
  }
}

/** @param seesSiloImages whether the caller may use images of the silo */
export const overviewView = (
  { instances, has_project_image, has_silo_image, attention, ...row }: OverviewRow,
  seesSiloImages: boolean,
): Omit<ProjectOverview, 'usage' | 'silo' | 'trend'> => ({
  ...row,
  instances: instances.map((group): InstancesInState => ({ ...group, time_began: timeOf(group.time_began) })),
  has_image: has_project_image || (seesSiloImages && has_silo_image),
  ...attentionView(attention),
})
