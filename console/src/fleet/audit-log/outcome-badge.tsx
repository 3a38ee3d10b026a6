import type { AuditLogEntry, AuditOutcome } from '~/api/types.gen.ts'
import { StateBadge, type Tone } from '~/ui/badge.tsx'

export const outcomeTone: Record<AuditOutcome, Tone> = { success: 'ok', refused: 'idle', failed: 'bad' }

/** How a request ended, with its status. */
export const OutcomeBadge = ({ entry }: { entry: AuditLogEntry }) => (
  <StateBadge state={entry.outcome} tone={outcomeTone[entry.outcome]} note={String(entry.status)} />
)

/** Who made a request: its name, the id of somebody who is gone, or nobody known. */
export const actorOf = ({ actorName, actorId }: AuditLogEntry): string | null => actorName ?? actorId ?? null
