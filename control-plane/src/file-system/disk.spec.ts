import { execFile } from 'node:child_process'
import { chown, link, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { bytesBelow, durable, freeBytes } from './disk.ts'

const run = promisify(execFile)

test('a folder that is not made yet has the room of the one that it will be in, and nothing in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-disk-'))
  try {
    await writeFile(join(folder, 'file'), Buffer.alloc(5000, 1))
    const later = join(folder, 'qemu', 'storage')
    expect(await freeBytes(later)).toBeGreaterThan(0)
    expect(await bytesBelow(later)).toBe(0)
    expect(await bytesBelow(folder)).toBeGreaterThanOrEqual(5000)
    await expect(freeBytes(join(folder, 'file', 'below'))).rejects.toThrow('ENOTDIR')
    await expect(bytesBelow(join(folder, 'file'))).rejects.toThrow('ENOTDIR')
  } finally {
    await rm(folder, { recursive: true })
  }
})

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
