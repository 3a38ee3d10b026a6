import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../testing/server.ts'
import { installedPostgres } from './postgres-programs.ts'
import { startPostgres } from './postgres.ts'

const onLost = (why: string) => {
  throw new Error(`PostgreSQL ended: ${why}`)
}

/** Our PostgreSQL in a folder that only its owner may enter, beside an empty one that others may enter. */
async function privateInstallation() {
  const home = scratchFolder()
  const shared = scratchFolder()
  onTestFinished(() => {
    home[Symbol.dispose]()
    shared[Symbol.dispose]()
  })
  chmodSync(home.path, 0o700)
  chmodSync(shared.path, 0o755)
  const { programs } = await installedPostgres()
  const installed = dirname(dirname(dirname(programs.postgres)))
  cpSync(installed, join(home.path, 'package'), { recursive: true, verbatimSymlinks: true })
  const within = (program: string) => join(home.path, 'package', 'native', 'bin', program)
  const data = join(home.path, 'data')
  mkdirSync(data, { mode: 0o700 })
  return {
    postgres: join(data, 'postgres'),
    programs: { initdb: within('initdb'), postgres: within('postgres') },
    shared: shared.path,
  }
}

// Run by root this is the case of a checkout in root's home; by anybody else it holds anyway.
test('runs from a folder that only its owner may enter, programs and data both', async () => {
  const { postgres: folder, programs, shared } = await privateInstallation()
  const installation = { programs, copyFolders: [join(shared, 'copies')] }
  // As a umask of 077 makes it.
  mkdirSync(join(shared, 'copies'), { mode: 0o700 })
  for (const start of ['first', 'second']) {
    const postgres = await startPostgres(folder, onLost, installation)
    const client = new Client(postgres.url())
    await client.connect()
    expect([start, (await client.query('select 1 as one')).rows]).toEqual([start, [{ one: 1 }]])
    await client.end()
    await postgres.stop()
  }
})

test.runIf(process.getuid?.() === 0)('names the folders in which root could make no copy of it', async () => {
  const { postgres: folder, programs, shared } = await privateInstallation()
  const file = join(shared, 'file')
  writeFileSync(file, '')
  await expect(startPostgres(folder, onLost, { programs, copyFolders: [join(file, 'copies')] })).rejects.toThrow(
    /no copy could be made in .*\/file\/copies .*: start Skerry as an ordinary user, move it out/,
  )
})
