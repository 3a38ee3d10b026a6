import { PGlite } from '@electric-sql/pglite'
import { createPageControlPlane } from '../../control-plane/src/browser/page-control-plane.ts'
import { silent } from '../../control-plane/src/kernel/log.ts'
import { readMigrations } from '../../control-plane/src/node/migrations.ts'

/** The password of all users of the mock build; its banner names it. */
const password = 'preview'

/** Makes a database with the demo data, as a gzipped tar file that PGlite starts from. */
export async function makeDemoSnapshot(): Promise<Buffer> {
  const pglite = await PGlite.create()
  const controlPlane = await createPageControlPlane(pglite, silent, readMigrations())
  await controlPlane.bootstrap({ adminPassword: password, demo: true, demoPassword: password })
  // Each by itself: several at once would be a transaction, in which PostgreSQL refuses some of them. The log of the
  // inserts would double the size: the checkpoint removes the segments before the one that is in use.
  for (const statement of ['vacuum full', 'analyze', 'set wal_recycle = off', 'select pg_switch_wal()', 'checkpoint'])
    await pglite.exec(statement)
  const snapshot = await pglite.dumpDataDir('gzip')
  await controlPlane.stop()
  return Buffer.from(await snapshot.arrayBuffer())
}
