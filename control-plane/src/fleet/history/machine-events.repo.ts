import { type MachineEventName } from '@skerry/contract/rules/history.ts'
import { sql } from 'kysely'
import type { Queryable } from '../../kernel/database/database.ts'
import { cutText } from '../../kernel/http/difference.ts'
import { randomId } from '../../kernel/values/uuid.ts'

const MAX_REASON_CHARACTERS = 500

interface Happened {
  event: MachineEventName
  subjectId: string
  /** Undefined for hardware. */
  projectId?: string
  reason?: string | undefined
}

/** Records an event that no request caused for a resource's history, in the transaction of its change. */
export async function keepMachineEvent(
  db: Queryable,
  { event, subjectId, projectId, reason }: Happened,
  now: Date,
): Promise<void> {
  await db
    .insertInto('machine_events')
    .values({
      id: randomId(),
      time: now,
      event,
      subject_id: subjectId,
      silo_id: sql`(select silo_id from projects where id = ${projectId ?? null}::uuid)`,
      project_id: projectId ?? null,
      reason: reason === undefined ? null : cutText(reason, MAX_REASON_CHARACTERS),
    })
    .execute()
}
