import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { PlatformChoice } from '../../platform/choice/platform-choice.ts'
import { StartupError } from './startup-error.ts'

type SoleProcess = NonNullable<PlatformChoice['soleProcess']>

const tryLock = 'select pg_try_advisory_lock(hashtext($1)) as free'
/** PostgreSQL needs a moment to notice a killed client. */
const startWaitMs = 5000
/** Our own broken connection may keep the lock until PostgreSQL notices by `keepAlive`. */
const againWaitMs = 30_000
const retryMs = 200
/** Makes PostgreSQL notice within 20 seconds that the machine of a client is gone. */
const keepAlive = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2'

/**
 * Locks a platform that supports only one process per database. The lock is held by a connection of its own, which is
 * reopened when it breaks.
 * @param onLost called with the reason when another process has taken over meanwhile
 * @throws StartupError when there is another process
 */
export async function holdPlatform(
  url: string,
  sole: SoleProcess,
  onLost: (why: string) => void,
): Promise<{ release(): Promise<void> }> {
  const released = new AbortController()
  let held = await take(url, sole, startWaitMs)
  const holdAgain = async () => {
    while (!released.signal.aborted) {
      try {
        held = await take(url, sole, againWaitMs)
        return released.signal.aborted ? await held.end() : watch()
      } catch (error) {
        if (error instanceof StartupError) return onLost(error.message)
        await delay(retryMs)
      }
    }
  }
  const watch = () => held.once('end', () => void holdAgain())
  watch()
  return {
    release: async () => {
      released.abort()
      await held.end().catch(() => undefined)
    },
  }
}

async function take(url: string, { lock, why }: SoleProcess, waitMs: number): Promise<Client> {
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    options: keepAlive,
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (const deadline = Date.now() + waitMs; ; await delay(retryMs)) {
      const { rows } = await client.query<{ free: boolean }>(tryLock, [lock])
      if (rows[0]!.free) return client
      if (Date.now() > deadline) {
        throw new StartupError(
          `Another Skerry is running on database "${client.database}" on ${client.host}:${client.port}: ${why}`,
        )
      }
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
