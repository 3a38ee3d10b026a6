import type { Services } from '../../kernel/services/services.ts'
import { runningFetchesAmong } from './image-fetches.repo.ts'

/** Removes files without a running fetch, which a crash or a restored backup left behind. */
export async function removeOrphanedDownloads({
  db,
  imageFetching,
  log,
}: Pick<Services, 'db' | 'imageFetching' | 'log'>): Promise<void> {
  if (!imageFetching) return
  // List files first: a fetch is inserted before its file is written.
  const ids = await imageFetching.files.ids()
  if (!ids.length) return
  const running = await runningFetchesAmong(db, ids)
  for (const id of ids)
    if (!running.has(id)) {
      await imageFetching.files.remove(id)
      log('info', 'orphaned image download removed', { image_fetch_id: id })
    }
}
