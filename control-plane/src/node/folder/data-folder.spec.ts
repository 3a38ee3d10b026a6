import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartupError } from '../start/startup-error.ts'
import { scratchFolder, startServer } from '../testing/server.ts'
import { prepareDataFolder } from './data-folder.ts'
import { newFile } from './new-file.ts'

const isRoot = process.getuid?.() === 0
const OTHER = 12_345

function foldersOfRoot() {
  const scratch = scratchFolder()
  onTestFinished(() => scratch[Symbol.dispose]())
  chmodSync(scratch.path, 0o755)
  const [target, link] = [join(scratch.path, 'target'), join(scratch.path, 'link')]
  mkdirSync(target)
  chmodSync(target, 0o755)
  symlinkSync(target, link)
  const modeOf = () => statSync(target).mode & 0o777
  return { path: scratch.path, target, link, modeOf }
}

test.runIf(isRoot)('root follows no link of another user to a folder of root', () => {
  const { path, target, link, modeOf } = foldersOfRoot()
  lchownSync(link, OTHER, OTHER)
  const second = join(path, 'second')
  symlinkSync(link, second)
  for (const data of [link, second, join(link, 'data')])
    expect(() => prepareDataFolder(data)).toThrow(`${link} is a link of another user`)
  expect([modeOf(), readdirSync(target)]).toEqual([0o755, []])
})

test.runIf(isRoot)('root follows a link of its own, and one to a folder of the same user', () => {
  const { target, link, modeOf } = foldersOfRoot()
  prepareDataFolder(link)
  expect(modeOf()).toBe(0o711)
  chmodSync(target, 0o755)
  lchownSync(link, OTHER, OTHER)
  chownSync(target, OTHER, OTHER)
  prepareDataFolder(link)
  expect(modeOf()).toBe(0o711)
})

test.runIf(isRoot)('root follows no link of root that another user may replace', () => {
  const { path, target, modeOf } = foldersOfRoot()
  const others = join(path, 'others')
  mkdirSync(others)
  const link = join(others, 'link')
  symlinkSync(target, link)
  chownSync(others, OTHER, OTHER)
  expect(() => prepareDataFolder(link)).toThrow(`${link} is a link of another user`)
  expect([modeOf(), readdirSync(target)]).toEqual([0o755, []])
  chownSync(target, OTHER, OTHER)
  prepareDataFolder(link)
  expect(modeOf()).toBe(0o711)
})

/** Where another user may put what root would follow. */
const open = [
  ['the data folder', '', OTHER, 0o755],
  ['the data folder of root, with rights of everybody', '', 0, 0o1777],
  ['a folder in it', 'updates', OTHER, 0o755],
  ['the folder above', '..', OTHER, 0o755],
] as const

test.runIf(isRoot).each(open)(
  'a server that stays root does not start where another has %s',
  async (_, at, uid, mode) => {
    const { target } = foldersOfRoot()
    const other = join(target, at)
    mkdirSync(other, { recursive: true })
    chownSync(other, uid, uid)
    chmodSync(other, mode)
    const { code, stderr } = await startServer({ SKERRY_DATA: target }, ['--platform', 'simulator']).ended
    expect([code, stderr]).toEqual([1, expect.stringContaining(`other users than root may change ${other}`)])
    expect(readdirSync(target).filter((name) => !['platform', 'updates'].includes(name))).toEqual([])
  },
)

test.each(['postgres', 'volumes', 'updates', 'support-bundles', 'downloads'])(
  'no start goes on with a file in the place of the folder %s',
  (name) => {
    using data = scratchFolder()
    const path = join(data.path, name)
    const refused = new StartupError(`${path} is no folder, nor a link to one: move it away, or restore the folder`)
    writeFileSync(path, '')
    expect(() => prepareDataFolder(data.path)).toThrow(refused)
    rmSync(path)
    symlinkSync(join(data.path, 'nowhere'), path)
    expect(() => prepareDataFolder(data.path)).toThrow(refused)
    mkdirSync(join(data.path, 'nowhere'))
    prepareDataFolder(data.path)[Symbol.dispose]()
  },
)

test.runIf(isRoot)('no start follows a link of another user in the data folder', () => {
  const { path, target } = foldersOfRoot()
  const link = join(path, 'updates')
  symlinkSync(target, link)
  lchownSync(link, OTHER, OTHER)
  expect(() => prepareDataFolder(path)).toThrow(new StartupError(`${link} is a link of another user: remove it`))
})

test('a folder in the place of a new file is named', async () => {
  using data = scratchFolder()
  const path = join(realpathSync(data.path), 'postgres.log')
  mkdirSync(path)
  await expect(newFile(path)).rejects.toThrow(
    new StartupError(`${path} is a folder, where Skerry writes a file: move it away`),
  )
})
