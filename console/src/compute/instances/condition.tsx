import type { InstanceConditionKind } from '@skerry/contract/rules/instances.ts'
import type { Instance } from '~/api/types.gen.ts'
import { Badge } from '~/ui/badge.tsx'

const words: Record<InstanceConditionKind, string> = { storage_full: 'Paused: storage full' }

/** `Paused: storage full`, or nothing while the machine executes. */
export const conditionText = ({ condition }: Instance): string | undefined => condition?.kind && words[condition.kind]

/** The same beside the state. */
export function ConditionBadge({ instance }: { instance: Instance }) {
  const text = conditionText(instance)
  return text && <Badge tone="bad">{text}</Badge>
}
