import type { Services } from '../kernel/services/services.ts'
import { PlatformError } from '../platform/interface/platform-error.ts'
import { storageOf } from './restore.ts'

/**
 * Checks that the files belong to this database, before files that it does not know are removed as orphans. A folder
 * without files and mark, as at the first start, is adopted.
 * @throws `transient` while the files belong to another database
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
