import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import type { RecordedAnswers } from '../../control-plane/src/browser/messages.ts'
import { createPageControlPlane } from '../../control-plane/src/browser/page-control-plane.ts'
import { firstUser, sessionOf } from '../../control-plane/src/browser/serve-page.ts'
import { startParams } from '../../control-plane/src/browser/start-params.ts'
import type { ControlPlane } from '../../control-plane/src/control-plane.ts'
import { PAGE } from '../../control-plane/src/kernel/access/client-address.ts'
import { silent } from '../../control-plane/src/kernel/telemetry/log.ts'
import { readMigrations } from '../../control-plane/src/node/postgres/migrations.ts'

/** The password of all users of the mock build; its banner names it. */
const password = 'preview'

/** Keeps the files of a database that was shut down, which starts faster than one that has to recover. */
class KeptFiles extends MemoryFS {
  tar: Blob | undefined

  override async closeFs(): Promise<void> {
    this.tar = await this.dumpTar('', 'none')
    await super.closeFs()
  }
}

/** Each by itself: several at once would be a transaction, in which PostgreSQL refuses some of them. */
const lastStatements = [
  // Nothing connects to the templates, which are half of all files.
  'alter database template1 is_template false',
  'alter database template0 is_template false',
  'drop database template1',
  'drop database template0',
  'vacuum full',
  'analyze',
  // The log of the inserts: the checkpoint removes the segments before the one that is in use.
  'select pg_switch_wal()',
  'checkpoint',
]

/** What the list of projects reads, which is what most visitors see first. */
const firstReads = [
  '/v1/me',
  '/v1/me/groups?limit=1000',
  '/v1/system/policy',
  '/v1/projects?limit=50&sort_by=name_ascending',
]

async function recordFirstReads(controlPlane: ControlPlane): Promise<RecordedAnswers> {
  const { db } = controlPlane.services
  const headers = { cookie: `skerry-session=${await sessionOf(controlPlane, firstUser)}` }
  const answered = firstReads.map(async (path) => {
    const answer = await controlPlane.fetch(new Request(`http://preview${path}`, { headers }), { remoteAddress: PAGE })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
    const recorded = { status: answer.status, headers: [...answer.headers], body: await answer.text() }
    return [path, recorded] satisfies [string, RecordedAnswers[string]]
  })
  const answers = Object.fromEntries(await Promise.all(answered))
  await db.deleteFrom('sessions').execute()
  return answers
}

export interface DemoSnapshot {
  /** A gzipped tar file that PGlite starts from. */
  files: Buffer
  /** To the first reads of the list of projects. */
  answers: RecordedAnswers
}

/** Makes a database with the demo data. */
export async function makeDemoSnapshot(): Promise<DemoSnapshot> {
  const fs = new KeptFiles()
  const pglite = await PGlite.create({ fs, startParams, initDbStartParams: ['--wal-segsize=1'] })
  const controlPlane = await createPageControlPlane(pglite, silent, readMigrations())
  await controlPlane.bootstrap({ adminPassword: password, demo: true, demoPassword: password })
  const answers = await recordFirstReads(controlPlane)
  for (const statement of lastStatements) await pglite.exec(statement)
  await controlPlane.stop()
  if (!fs.tar) throw new Error('The database was not shut down')
  return { files: await promisify(gzip)(await fs.tar.arrayBuffer(), { level: 9 }), answers }
}
