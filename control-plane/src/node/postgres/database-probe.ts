import pg from 'pg'
import type { DatabaseProbe } from '../../kernel/database/database-watch.ts'

/** `end` would wait for the database. */
const close = (client: pg.Client) => (client as unknown as { connection: pg.Connection }).connection.stream.destroy()

/** Asks on a connection of its own, so that no other statement is in the way. */
export function databaseProbe(url: string): DatabaseProbe {
  let open: { client: pg.Client; connected: Promise<unknown> } | undefined

  function connect() {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => leave(client))
    return { client, connected: client.connect() }
  }
  function leave(client: pg.Client) {
    close(client)
    if (open?.client === client) open = undefined
  }

  return {
    async ask() {
      const { client, connected } = (open ??= connect())
      try {
        await connected
        await client.query('select 1')
      } catch (error) {
        leave(client)
        throw error
      }
    },
    drop() {
      if (open) leave(open.client)
    },
  }
}
