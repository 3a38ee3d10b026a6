import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Bootstrapped } from '../bootstrap.ts'
import { NO_LIMITS, openDatabase } from '../kernel/database/database.ts'
import { filesFolders } from './data-folder.ts'

/** Takes away all that a control plane has made, once that has stopped: the next one makes a first start. */
export async function emptyAll(databaseUrl: string, dataFolder: string): Promise<void> {
  const db = openDatabase({ url: databaseUrl, max: 1, limits: NO_LIMITS })
  try {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
  } finally {
    await db.destroy()
  }
  for (const folder of Object.values(filesFolders)) await rm(join(dataFolder, folder), { recursive: true, force: true })
}

/** `POST` begins anew; it answers the passwords that were made up, as nothing says them again. */
export function resetRoute(reset: () => Promise<Bootstrapped>): Hono {
  let running: Promise<Bootstrapped> | undefined
  return new Hono().post('/', async (c) => {
    // No page has business here: a browser names its origin, other clients do not.
    if (c.req.header('origin') !== undefined) return c.json({ message: 'Forbidden' }, 403)
    running ??= reset().finally(() => (running = undefined))
    const { generatedPassword, generatedDemoPassword } = await running
    return c.json({ admin_password: generatedPassword, demo_password: generatedDemoPassword })
  })
}
