import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { CompiledQuery } from 'kysely'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'

/**
 * The peer of api.bench.ts: one bare Hono route that runs a statement and returns its rows, through the same driver.
 * STATEMENT has the statement and its values as JSON.
 */
const { text, values } = JSON.parse(process.env['STATEMENT'] ?? '{}') as { text: string; values: unknown[] }
const db = openDatabase({ url: process.env['DATABASE_URL'] ?? '' })
const app = new Hono()
app.get('/', async (c) => c.json((await db.executeQuery(CompiledQuery.raw(text, values))).rows))
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`http://localhost:${port}\n`),
)
process.once('SIGTERM', () => server.close(() => process.exit(0)))
