import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { controllers, type GroupLimits } from './cgroups.ts'
import { OwnGroups, prepareGroups } from './own-groups.ts'

const limits: GroupLimits = { memoryBytes: 2 ** 31, cpus: 3, weight: 200, tasks: 258 }
const name = `machine-${crypto.randomUUID()}` as const

/** A folder that stands for a group: what is written to a file of the kernel stays there. */
async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cgroups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  const read = async (file: string) => [file, await readFile(join(folder, file), 'utf8')] as const
  return Object.fromEntries(await Promise.all(files.map(read)))
}

test('a machine gets a group with each limit, and enters it before it becomes its program', async () => {
  const folder = await scratch()
  const { command, folder: entered } = await new OwnGroups(folder, controllers).enter(name, limits)
  expect(entered).toBe(join(folder, name))
  expect(await filesIn(join(folder, name))).toEqual({
    'memory.max': '2147483648',
    'memory.oom.group': '1',
    'cpu.max': '300000 100000',
    'cpu.weight': '200',
    'pids.max': '258',
  })
  expect(command.slice(0, 2)).toEqual(['sh', '-c'])
  expect(command.at(-1)).toBe(join(folder, name, 'cgroup.procs'))
})

test('what is swapped out is limited where the kernel counts it, also in a group that is there already', async () => {
  const folder = await scratch()
  await mkdir(join(folder, name))
  await writeFile(join(folder, name, 'memory.swap.max'), 'max')
  await new OwnGroups(folder, ['memory']).enter(name, limits)
  expect(await filesIn(join(folder, name))).toEqual({
    'memory.max': '2147483648',
    'memory.swap.max': '2147483648',
    'memory.oom.group': '1',
  })
})

test('a machine whose limits cannot be set does not start without them', async () => {
  const folder = await scratch()
  const groups = new OwnGroups(join(folder, 'removed'), controllers)
  await expect(groups.enter(name, limits)).rejects.toMatchObject({
    kind: 'transient',
    message: expect.stringContaining(`The limits of ${name} cannot be set`),
  })
})

/** A group that is not the kernel's first one, with processes. */
async function inhabited(): Promise<string> {
  const above = await scratch()
  await writeFile(join(above, 'cgroup.type'), 'domain')
  await writeFile(join(above, 'cgroup.procs'), '17\n')
  await writeFile(join(above, 'cgroup.controllers'), 'memory')
  return above
}

test('the processes of a group leave it, which then limits others', async () => {
  const above = await inhabited()
  await mkdir(join(above, 'skerry-s1'))
  await writeFile(join(above, 'skerry-s1', 'cgroup.controllers'), 'memory')
  await writeFile(join(above, 'skerry-s1', 'cgroup.subtree_control'), '')
  expect((await prepareGroups(above, 'skerry-s1')).folder).toBe(join(above, 'skerry-s1'))
  expect(await filesIn(join(above, 'skerry-server'))).toEqual({ 'cgroup.procs': '17' })
  expect((await filesIn(above))['cgroup.subtree_control']).toBe('+memory')
  expect((await filesIn(join(above, 'skerry-s1')))['cgroup.subtree_control']).toBe('+memory')
})

test('the first group of the kernel keeps its processes', async () => {
  const above = await inhabited()
  await rm(join(above, 'cgroup.type'))
  await mkdir(join(above, 'skerry-s1'))
  for (const file of ['cgroup.controllers', 'cgroup.subtree_control'])
    await writeFile(join(above, 'skerry-s1', file), '')
  await prepareGroups(above, 'skerry-s1')
  expect(await readdir(above)).not.toContain('skerry-server')
})
