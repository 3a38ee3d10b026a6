import { abortable } from '../work.ts'
import type { OpenVolumes } from './open-volumes.ts'
import { KINDS, type Stored } from './stored.ts'

export interface MoveParts {
  stored: Stored
  open: OpenVolumes
  /** Runs work that changes the record of a thing, when no other does. */
  enqueue(id: string, name: string, work: () => Promise<void>): Promise<void>
}

/** Both layers have the same content, durable: what refers to one may refer to either. */
export async function moveRecords(
  { stored, enqueue }: MoveParts,
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<void> {
  for (const kind of KINDS)
    for (const [id, { layer }] of stored.records[kind].entries()) {
      if (layer !== from) continue
      const moved = enqueue(id, `move to ${to} ${crypto.randomUUID()}`, async () => {
        const record = stored.records[kind].get(id)
        if (!signal.aborted && record?.layer === from) await stored.records[kind].put(id, { ...record, layer: to })
      })
      // Work before it in the queue may wait for the end of this job.
      await abortable(moved, signal)
    }
}
