import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NO_LIMITS, openDatabase } from '../../kernel/database/database.ts'
import { scratchFolder, startServer } from '../testing/server.ts'
import { type EmbeddedPostgres, startPostgres } from './postgres.ts'

const cluster = scratchFolder()
let postgres: EmbeddedPostgres
beforeAll(async () => {
  postgres = await startPostgres(join(cluster.path, 'postgres'), (why) => {
    throw new Error(why)
  })
})
afterAll(async () => {
  await postgres.stop()
  cluster[Symbol.dispose]()
})

let data: ReturnType<typeof scratchFolder>
beforeEach(() => {
  data = scratchFolder()
  return () => data[Symbol.dispose]()
})

const files = [`updates/${randomUUID()}.zip`, `support-bundles/${randomUUID()}.zip`, `downloads/${randomUUID()}.part`]

async function writeFiles(): Promise<void> {
  for (const file of files) {
    await mkdir(join(data.path, file, '..'), { recursive: true })
    await writeFile(join(data.path, file), 'content')
  }
}

async function filesLeft(): Promise<string[]> {
  const namesIn = async (folder: string) => (await readdir(join(data.path, folder))).map((name) => `${folder}/${name}`)
  return (await Promise.all(['updates', 'support-bundles', 'downloads'].map(namesIn))).flat()
}

async function newDatabase(): Promise<string> {
  const name = `of_${randomUUID().replaceAll('-', '')}`
  const db = openDatabase({ url: postgres.url(), max: 1, limits: NO_LIMITS })
  await sql`create database ${sql.ref(name)}`.execute(db)
  await db.destroy()
  return postgres.url().replace(/\/skerry(?=\?|$)/, `/${name}`)
}

/** Starts a server and ends it. Answers what it said. */
async function runOn(databaseUrl: string): Promise<string> {
  await using server = startServer({ SKERRY_DATA: data.path, DATABASE_URL: databaseUrl, SKERRY_LOG_LEVEL: 'error' })
  await server.ready
  return server.output()
}

const refusal = /not known to belong to this database, so none is removed: check DATABASE_URL/

test('a server on another database removes no file of the folder, and the right one goes on', async () => {
  const [own, other] = [await newDatabase(), await newDatabase()]
  expect(await runOn(own)).not.toMatch(refusal)
  await writeFiles()
  const said = await runOn(other)
  expect(await filesLeft()).toEqual(files)
  expect(said).toMatch(refusal)
  expect(await runOn(own)).not.toMatch(refusal)
  // Downloads are looked at each hour, not at starts.
  expect(await filesLeft()).toEqual([files[2]])
})

test('a FIFO in the place of the mark stops the start with its name', async () => {
  const mark = join(data.path, 'storage.json')
  await promisify(execFile)('mkfifo', [mark])
  await using server = startServer({ SKERRY_DATA: data.path, DATABASE_URL: await newDatabase() })
  expect(await server.ended).toMatchObject({
    code: 1,
    stderr: `skerry: ${await realpath(data.path)}/storage.json is no file, but a link or something else: remove it\n`,
  })
})

test('a server whose folder cannot be marked runs, and says that it looks for no orphans', async () => {
  await mkdir(join(data.path, 'storage.json.draft'))
  expect(await runOn(await newDatabase())).toMatch(/is a directory.*"cannot look for orphaned update repositories"/)
})

test('an empty database does not take the files of an unmarked folder', async () => {
  await writeFiles()
  const said = await runOn(await newDatabase())
  expect(await filesLeft()).toEqual(files)
  expect(said).toMatch(refusal)
})
