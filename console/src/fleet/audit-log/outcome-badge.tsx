import type { AuditLogEntry, AuditOutcome } from '~/api/types.gen.ts'
import { StateBadge, type Tone } from '~/ui/badge.tsx'

export const outcomeTone: Record<AuditOutcome, Tone> = { success: 'ok', refused: 'idle', failed: 'bad' }

export const OutcomeBadge = ({ entry }: { entry: AuditLogEntry }) => (
  <StateBadge state={entry.outcome} tone={outcomeTone[entry.outcome]} note={String(entry.status)} />
)

/** Who made a request: its name, the id of a deleted user, or unknown. */
export const actorOf = ({ actorName, actorId }: AuditLogEntry): string | null => actorName ?? actorId ?? null
