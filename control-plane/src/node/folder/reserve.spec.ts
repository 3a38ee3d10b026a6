import { execFile } from 'node:child_process'
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Reserve } from './reserve.ts'

const command = promisify(execFile)
const MiB = 2 ** 20
const OTHER = 12_345
/** An eighth of the file system. */
const RESERVED = 8 * MiB

async function fileSystem(size: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reserve-'))
  await command('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  onTestFinished(async () => {
    await command('umount', ['--lazy', folder])
    await rmdir(folder)
  })
  return folder
}

/** A file system whose `fallocate` succeeds and only sets the length, as that of ZFS, and notes each call. */
async function lazyFileSystem() {
  const folder = await fileSystem('64m')
  const [programs, calls] = [join(folder, 'bin'), join(folder, 'calls')]
  await mkdir(programs)
  const program = join(programs, 'fallocate')
  await writeFile(program, `#!/bin/sh\necho called >>${calls}\nexec truncate --size "$2" "$3"\n`)
  await chmod(program, 0o755)
  vi.stubEnv('PATH', programs + delimiter + process.env['PATH'])
  onTestFinished(() => void vi.unstubAllEnvs())
  return {
    folder,
    path: join(folder, 'reserve'),
    calls: async () => (await readFile(calls, 'utf8').catch(() => '')).split('\n').length - 1,
  }
}

const placeOf = (folder: string) => ({ folder, path: join(folder, 'reserve') })
const keep = (reserve: Reserve) => onTestFinished(reserve.keep())
const blocksOf = async (path: string) => (await stat(path).catch(() => undefined))?.blocks
/** Many times as long as between two looks at the reserve. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 3000))

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)('a reserve is written, once, where the file system allocates nothing', async () => {
  const { folder, path, calls } = await lazyFileSystem()
  keep(new Reserve(folder))
  await expect.poll(() => blocksOf(path)).toBe(RESERVED / 512)
  const { mtimeMs } = await stat(path)
  await aWhile()
  expect([await calls(), (await stat(path)).mtimeMs]).toEqual([1, mtimeMs])
  await rm(path)
  await expect.poll(() => blocksOf(path)).toBe(RESERVED / 512)
  expect(await calls()).toBe(2)
})

test.runIf(isRoot).each([
  ['a link', 'where nothing is allocated', symlink, lazyFileSystem],
  ['a link', 'where it is allocated', symlink, async () => placeOf(await fileSystem('64m'))],
  ['another name of a file', 'where nothing is allocated', link, lazyFileSystem],
] as const)('%s in place of a reserve is not followed, %s', async (_, _where, put, make) => {
  const { folder, path } = await make()
  const victim = join(folder, 'victim')
  await writeFile(victim, 'of somebody else')
  await put(victim, path)
  keep(new Reserve(folder))
  await expect.poll(async () => (await lstat(path)).blocks).toBe(RESERVED / 512)
  expect(await readFile(victim, 'utf8')).toBe('of somebody else')
})

test.runIf(isRoot)('a reserve that cannot be made is tried again ever less often', async () => {
  const { folder, path } = await lazyFileSystem()
  await mkdir(path)
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => said.mockRestore())
  const calls = () => said.mock.calls.filter(([line]) => `${line}`.includes(`cannot reserve space in ${folder}`)).length
  const began = performance.now()
  keep(new Reserve(folder))
  await expect.poll(calls).toBeGreaterThan(0)
  await aWhile()
  const tries = calls()
  // After 0, 1, 3, 7 seconds …
  expect(2 ** (tries - 1) - 1).toBeLessThanOrEqual((performance.now() - began) / 1000)
  await rmdir(path)
  await expect.poll(() => blocksOf(path)).toBe(RESERVED / 512)
})

test.runIf(isRoot)('a folder has one of its own only while it is on a file system of its own', async () => {
  const { folder, path, calls } = await lazyFileSystem()
  const [below, missing] = [join(folder, 'below'), join(folder, 'missing')]
  await mkdir(below)
  for (const [above, name] of [
    [dirname(folder), basename(folder)],
    [folder, 'below'],
    [folder, 'missing'],
  ] as const)
    keep(new Reserve(above, name))
  await expect.poll(() => blocksOf(path)).toBe(RESERVED / 512)
  await aWhile()
  expect(await calls()).toBe(1)
  for (const one of [below, missing]) expect(await blocksOf(join(one, 'reserve'))).toBeUndefined()
})

test.runIf(isRoot)('one on a full file system is released, and none where a link leads to another user', async () => {
  const full = await fileSystem('16m')
  const path = join(full, 'reserve')
  await writeFile(path, Buffer.alloc(15.9 * MiB))
  const data = await mkdtemp(join(tmpdir(), 'reserve-data-'))
  onTestFinished(() => rm(data, { recursive: true }))
  await symlink(full, join(data, 'qemu'))
  await chown(data, OTHER, OTHER)
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => said.mockRestore())
  await new Reserve(data, 'qemu').release()
  expect(await blocksOf(path)).toBeGreaterThan(0)
  await chown(full, OTHER, OTHER)
  await new Reserve(data, 'qemu').release()
  expect(await blocksOf(path)).toBeUndefined()
})

test.runIf(isRoot)('a reserve is rarely looked after where much is free', async () => {
  const folder = await fileSystem('64g')
  const path = join(folder, 'reserve')
  const began = performance.now()
  keep(new Reserve(folder))
  let made = 0
  while (made < 1 || performance.now() - began < 5000)
    if (await blocksOf(path)) {
      made++
      await rm(path)
    } else await delay(20)
  // At a look twice, where it is removed before the server sees what it allocated.
  expect(made).toBeLessThanOrEqual(2 * (1 + (performance.now() - began) / 10_000))
})
