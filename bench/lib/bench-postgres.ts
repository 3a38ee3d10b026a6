import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../control-plane/src/node/postgres/postgres.ts'
import { copyTemplate } from '../../tools/test/test-postgres.ts'
import { smokePostgres } from './smoke.ts'

export interface BenchPostgres {
  url: string
  /** A folder that `stop` removes. */
  folder: string
  stop(): Promise<void>
}

/** A new PostgreSQL with an empty database; in a smoke run a migrated database of the run's PostgreSQL. */
export async function startBenchPostgres(): Promise<BenchPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  chmodSync(folder, 0o711)
  const remove = () => rmSync(folder, { recursive: true })
  if (smokePostgres) return { url: await copyTemplate(smokePostgres), folder, stop: async () => remove() }
  const postgres = await startPostgres(join(folder, 'postgres'), (why) => {
    throw new Error(`PostgreSQL ended: ${why}`)
  })
  return {
    url: postgres.url(),
    folder,
    async stop() {
      await postgres.stop()
      remove()
    },
  }
}
