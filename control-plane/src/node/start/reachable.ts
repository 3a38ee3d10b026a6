import { Client } from 'pg'
import { reasonOf, StartupError } from './startup-error.ts'

const limitMs = 5000

/** Throws StartupError when the database at `url` refuses connections; names host and database, never the password. */
export async function requireReachable(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: limitMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const where = `database "${client.database}" on ${client.host}:${client.port}`
    throw new StartupError(`Cannot reach ${where} (DATABASE_URL): ${reasonOf(error)}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
