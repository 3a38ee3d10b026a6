import { abortable } from '../../interface/abortable.ts'
import type { OpenVolumes } from './open-volumes.ts'
import { KINDS, type Stored } from './stored.ts'

export interface MoveParts {
  stored: Stored
  open: OpenVolumes
  /** Runs work that changes a record, when no other work does. */
  enqueue(id: string, name: string, work: () => Promise<void>): Promise<void>
}

/**
 * Moves records from one layer to another with the same durable content, either of which is right at any time. When it
 * settles, for any reason, no record is being stored any more.
 */
export async function moveRecords(
  { stored, enqueue }: MoveParts,
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<void> {
  for (const kind of KINDS) {
    const records = stored.records[kind]
    for (const [id, { layer }] of records.entries()) {
      if (layer !== from) continue
      let put: Promise<void> | undefined
      const moved = enqueue(id, `move to ${to} ${crypto.randomUUID()}`, async () => {
        const record = records.get(id)
        if (signal.aborted || record?.layer !== from) return
        put = records.put(id, { ...record, layer: to })
        await put
      })
      try {
        // Aborts the wait: earlier work in the queue may wait for the end of this job.
        await abortable(moved, signal)
      } finally {
        await put
      }
    }
  }
}
