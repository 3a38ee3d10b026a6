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
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
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
/** Keeps it by a clock of its own, which stands still. */
function keep(reserve: Reserve) {
  const clock = new ManualClock()
  onTestFinished(reserve.keep(clock))
  const looked = () => expect.poll(() => clock.pending).toBe(1)
  return {
    /** Lets `ms` pass after the look that is under way, and waits for the next one if it is due. */
    async pass(ms: number) {
      await looked()
      await clock.advance(ms)
      await looked()
    },
  }
}
const blocksOf = async (path: string) => (await stat(path).catch(() => undefined))?.blocks

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)('a reserve is written, once, where the file system allocates nothing', async () => {
  const { folder, path, calls } = await lazyFileSystem()
  const { pass } = keep(new Reserve(folder))
  await pass(0)
  const { blocks, mtimeMs } = await stat(path)
  for (let look = 1; look <= 5; look++) await pass(10_000)
  expect([blocks, await calls(), (await stat(path)).mtimeMs]).toEqual([RESERVED / 512, 1, mtimeMs])
  await rm(path)
  await pass(10_000)
  expect([await blocksOf(path), await calls()]).toEqual([RESERVED / 512, 2])
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
  const tries = () => said.mock.calls.filter(([line]) => `${line}`.includes(`cannot reserve space in ${folder}`)).length
  const { pass } = keep(new Reserve(folder))
  const triesBySecond: number[] = []
  for (let second = 0; second <= 7; second++) {
    await pass(0)
    triesBySecond.push(tries())
    for (let quarter = 1; quarter <= 4; quarter++) await pass(250)
  }
  expect(triesBySecond).toEqual([1, 2, 2, 3, 3, 3, 3, 4])
  await rmdir(path)
  for (let second = 8; second <= 15; second++) await pass(1000)
  expect(await blocksOf(path)).toBe(RESERVED / 512)
})

test.runIf(isRoot)('a folder has one of its own only while it is on a file system of its own', async () => {
  const { folder, path, calls } = await lazyFileSystem()
  const [below, missing] = [join(folder, 'below'), join(folder, 'missing')]
  await mkdir(below)
  for (const [above, name] of [
    [dirname(folder), basename(folder)],
    [folder, 'below'],
    [folder, 'missing'],
  ] as const) {
    const { pass } = keep(new Reserve(above, name))
    for (let look = 1; look <= 5; look++) await pass(10_000)
  }
  expect([await blocksOf(path), await calls()]).toEqual([RESERVED / 512, 1])
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
  const { pass } = keep(new Reserve(folder))
  await pass(0)
  expect(await blocksOf(path)).toBeGreaterThan(0)
  await rm(path)
  await pass(9_999)
  expect(await blocksOf(path)).toBeUndefined()
  await pass(1)
  expect(await blocksOf(path)).toBeGreaterThan(0)
})
