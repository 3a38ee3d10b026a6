import type { PGlite } from '@electric-sql/pglite'
import { bytesToHex } from '@noble/hashes/utils.js'
import { Kysely, PGliteDialect, type KyselyPlugin } from 'kysely'
import { systemClock } from '../clock/clock.ts'
import { yieldToEventLoop } from '../clock/yield-to-event-loop.ts'
import { type ControlPlane, createControlPlane } from '../control-plane.ts'
import { hashSecret, type Passwords, randomSecret } from '../kernel/access/secrets.ts'
import { type ChangeListener, CHANGES_CHANNEL, type ChangeSource } from '../kernel/changes/change-source.ts'
import type { Migration } from '../kernel/database/migrate.ts'
import type { Tables } from '../kernel/database/tables.ts'
import type { Log } from '../kernel/telemetry/log.ts'
import { pagePlatform } from '../platform/choice/page-platform.ts'
import { MemoryVolumeStore } from '../platform/volume-store/memory-volume-store.ts'

const hashed = (salt: string, password: string) => `sha256:${salt}:${bytesToHex(hashSecret(`${salt}:${password}`))}`

/** Passwords of a database that lives in one page: whoever could read the hashes has the page itself. */
export const pagePasswords: Passwords = {
  hash: async (password) => hashed(randomSecret(), password),
  verify: async (hash, password) => hash !== null && hash === hashed(hash.split(':')[1] ?? '', password),
}

/**
 * The control plane of the mock build: without a network, files, SAML and worker threads.
 * @param migrations applied first; left out for a snapshot, which has them
 */
export function createPageControlPlane(
  pglite: PGlite,
  log: Log,
  migrations?: readonly Migration[],
): Promise<ControlPlane> {
  const db = new Kysely<Tables>({
    dialect: new PGliteDialect({ pglite }),
    plugins: [yieldBetweenStatements()],
  })
  const platform = pagePlatform({ clock: systemClock, volumeStore: new MemoryVolumeStore() })
  return createControlPlane(
    {
      db,
      clock: systemClock,
      log,
      platform,
      passwords: pagePasswords,
      changes: new PageChanges(pglite),
      alone: true,
      latencySamples: true,
    },
    migrations,
  )
}

/** Changes of a database in the page, which no connection can lose. */
class PageChanges implements ChangeSource {
  readonly #pglite: PGlite
  #end: () => Promise<void> = async () => {}

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  async listen(listener: ChangeListener): Promise<void> {
    this.#end = await this.#pglite.listen(CHANGES_CHANNEL, (text) => listener.changed(text))
    listener.listening()
  }

  async close(): Promise<void> {
    if (!this.#pglite.closed) await this.#end()
  }
}

const TURN_MS = 10

/** PGlite runs statements one after the other in one turn, in which no request of the page would arrive. */
function yieldBetweenStatements(): KyselyPlugin {
  let turnBegan = performance.now()
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (performance.now() - turnBegan > TURN_MS) {
        await yieldToEventLoop()
        turnBegan = performance.now()
      }
      return result
    },
  }
}
