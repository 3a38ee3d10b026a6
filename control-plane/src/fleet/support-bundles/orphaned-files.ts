import type { Services } from '../../kernel/services/services.ts'
import { keptAmong } from './support-bundles.repo.ts'

/** Removes archives without a bundle, which a crash or a restored backup left behind. */
export async function removeOrphanedFiles({
  db,
  archives,
  log,
}: Pick<Services, 'db' | 'archives' | 'log'>): Promise<void> {
  // List files first: a bundle is inserted before its file is written, so a file without a bundle is orphaned.
  const ids = await archives.ids()
  if (!ids.length) return
  const kept = await keptAmong(db, ids)
  for (const id of ids)
    if (!kept.has(id)) {
      await archives.remove(id)
      log('info', 'orphaned support bundle removed', { support_bundle_id: id })
    }
}
