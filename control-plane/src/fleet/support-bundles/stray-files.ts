import type { Services } from '../../kernel/services.ts'
import { keptAmong } from './support-bundles.repo.ts'

/** Removes files of bundles that are gone: what a crash, or a database from a backup, left behind. */
export async function removeStrayFiles({
  db,
  archives,
  log,
}: Pick<Services, 'db' | 'archives' | 'log'>): Promise<void> {
  // Files first: a bundle is written down before its file is made, so one that is not known then has ended.
  const ids = await archives.ids()
  if (!ids.length) return
  const kept = await keptAmong(db, ids)
  for (const id of ids)
    if (!kept.has(id)) {
      await archives.remove(id)
      log('info', 'stray support bundle removed', { id })
    }
}
