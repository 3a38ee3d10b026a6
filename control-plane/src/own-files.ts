import { runningAmong } from './compute/image-fetches/image-fetches.repo.ts'
import { recordedAmong } from './fleet/audit-log/audit-log.repo.ts'
import { keptAmong } from './fleet/support-bundles/support-bundles.repo.ts'
import { repositoryIds } from './fleet/updates/repositories.repo.ts'
import type { Services } from './kernel/services.ts'
import { PlatformError } from './platform/platform-error.ts'
import { storageOf } from './reconcile/restore.ts'

/**
 * Only files that belong to this database are orphans when it does not know them. Unmarked ones, of a first start or of
 * an earlier version, are taken for its own if it had all of them: then no file of another database is among them.
 * @throws `transient` while they are not its own
 */
export async function requireOwnFiles(services: Services): Promise<void> {
  const { db, filesMark } = services
  if (!filesMark) return
  const { id } = await storageOf(db)
  const found = await filesMark.read()
  if (found === id) return
  if (found === undefined && (await hadAll(services))) return filesMark.write(id)
  throw new PlatformError(
    'transient',
    `the files beside ${filesMark.path} are not known to belong to this database, so none is removed: ` +
      `check DATABASE_URL and SKERRY_DATA, or take them for its own: echo '{"id":"${id}"}' > ${filesMark.path}`,
  )
}

/** A crash may have left files of things that are gone. The audit log still has that these were here. */
async function hadAll({ db, archives, imageFetching, updateArchives }: Services): Promise<boolean> {
  const bundles = await archives.ids()
  const downloads = (await imageFetching?.files.ids()) ?? []
  const updates = await updateArchives.ids()
  const known = new Set([
    ...(await keptAmong(db, bundles)),
    ...(await runningAmong(db, downloads)),
    ...(await repositoryIds(db)),
  ])
  const others = [...bundles, ...downloads, ...updates].filter((id) => !known.has(id))
  const gone = await recordedAmong(db, others)
  return others.every((id) => gone.has(id))
}
