import { execFile } from 'node:child_process'
import { chown, link, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { durable } from './durable-files.ts'

const run = promisify(execFile)

test('a record is written through nothing that is planted, and to nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-disk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [record, draft, other] = [join(folder, 'a.json'), join(folder, 'a.json.draft'), join(folder, 'other')]
  await writeFile(other, 'of somebody else')
  for (const plant of [() => symlink(other, draft), () => link(other, draft), () => run('mkfifo', [draft])]) {
    await plant()
    await durable(record, 'whole')
    expect([await readFile(record, 'utf8'), (await lstat(record)).mode & 0o7777]).toEqual(['whole', 0o600])
    expect(await readFile(other, 'utf8')).toBe('of somebody else')
    await rm(record)
  }
  await symlink(other, record)
  await durable(record, 'whole')
  expect([await readFile(record, 'utf8'), await readFile(other, 'utf8')]).toEqual(['whole', 'of somebody else'])
  expect((await readdir(folder)).toSorted()).toEqual(['a.json', 'other'])
})

test.runIf(process.getuid?.() === 0)('a record that root writes is of the user whose folder it is in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-disk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await chown(folder, 12_345, 54_321)
  await durable(join(folder, 'a.json'), '')
  expect(await stat(join(folder, 'a.json'))).toMatchObject({ uid: 12_345, gid: 54_321 })
})
