import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { MARK_FILE } from '../../file-system/mark.ts'
import type { Bootstrapped } from '../../first-start/bootstrap.ts'
import { NO_LIMITS, openDatabase } from '../../kernel/database/database.ts'
import { filesFolders } from '../folder/data-folder.ts'

/** Deletes everything that a stopped control plane has created: the next start is like the first. */
export async function emptyAll(databaseUrl: string, dataFolder: string): Promise<void> {
  const db = openDatabase({ url: databaseUrl, max: 1, limits: NO_LIMITS })
  try {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
  } finally {
    await db.destroy()
  }
  for (const name of [...Object.values(filesFolders), MARK_FILE])
    await rm(join(dataFolder, name), { recursive: true, force: true })
}

/** `POST` resets everything. The answer has the generated passwords, which are not shown again. */
export function resetRoute(reset: () => Promise<Bootstrapped>): Hono {
  let running: Promise<Bootstrapped> | undefined
  return new Hono().post('/', async (c) => {
    // Not for web pages: browsers send an origin, other clients do not.
    if (c.req.header('origin') !== undefined) return c.json({ message: 'Forbidden' }, 403)
    running ??= reset().finally(() => (running = undefined))
    const { generatedPassword, generatedDemoPassword } = await running
    return c.json({ admin_password: generatedPassword, demo_password: generatedDemoPassword })
  })
}
