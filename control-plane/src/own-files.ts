import type { Services } from './kernel/services.ts'
import { PlatformError } from './platform/platform-error.ts'
import { storageOf } from './reconcile/restore.ts'

/**
 * Only files that belong to this database are orphans when it does not know them. A folder without files and mark, at
 * the first start, is taken for its own.
 * @throws `transient` while they are not its own
 */
export async function requireOwnFiles(services: Services): Promise<void> {
  const { db, filesMark } = services
  if (!filesMark) return
  const { id } = await storageOf(db)
  const found = await filesMark.read()
  if (found === id) return
  if (found === undefined && (await hasNone(services))) return filesMark.write(id)
  throw new PlatformError(
    'transient',
    `the files beside ${filesMark.path} are not known to belong to this database, so none is removed: ` +
      `check DATABASE_URL and SKERRY_DATA, or take them for its own: echo '{"id":"${id}"}' > ${filesMark.path}`,
  )
}

async function hasNone({ archives, imageFetching, updateArchives }: Services): Promise<boolean> {
  const ids = [await archives.ids(), (await imageFetching?.files.ids()) ?? [], await updateArchives.ids()]
  return ids.flat().length === 0
}
