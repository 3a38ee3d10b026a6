import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { GroupLimits } from './cgroups.ts'
import { SystemdScopes } from './systemd-scopes.ts'

const limits: GroupLimits = { memoryBytes: 2 ** 31, cpus: 3, weight: 100, tasks: 257 }

test('a machine enters a scope with its limits, then becomes its program', async () => {
  const id = crypto.randomUUID()
  const { command, folder } = await new SystemdScopes('system', 'skerry-s1', '/slice').enter(`machine-${id}`, limits)
  const unit = command.find((one) => one.startsWith('--unit='))!.slice('--unit='.length)
  expect(folder).toBe(`/slice/${unit}.scope`)
  expect(command).toEqual([
    'systemd-run',
    '--system',
    '--scope',
    '--quiet',
    '--collect',
    '--no-ask-password',
    expect.stringMatching(new RegExp(`^--unit=skerry-s1-machine-${id}-[0-9a-f]{8}$`)),
    '--slice=skerry-machines.slice',
    '--property=MemoryMax=2147483648',
    '--property=MemorySwapMax=2147483648',
    '--property=CPUQuota=300%',
    '--property=CPUWeight=100',
    '--property=TasksMax=257',
    '--',
  ])
})

test('the scope of an ordinary user is of his own manager, which a service does not know', async () => {
  const { command, folder } = await new SystemdScopes('user', 'skerry-s1', null).enter(
    `passt-${crypto.randomUUID()}`,
    limits,
  )
  expect(folder).toBeNull()
  expect(command.slice(0, 4)).toEqual([
    'env',
    `XDG_RUNTIME_DIR=/run/user/${process.getuid!()}`,
    'systemd-run',
    '--user',
  ])
})

test('a machine that starts again does not wait for its earlier scope', async () => {
  const scopes = new SystemdScopes('system', 'skerry-s1', null)
  const name = `machine-${crypto.randomUUID()}` as const
  expect(await scopes.enter(name, limits)).not.toEqual(await scopes.enter(name, limits))
})

test('the scopes of a machine are found by its id, and those of another data folder are not', async () => {
  const slice = await mkdtemp(join(tmpdir(), 'slice-'))
  onTestFinished(() => rm(slice, { recursive: true }))
  const name = `machine-${crypto.randomUUID()}` as const
  const own = join(slice, `skerry-s1-${name}-01234567.scope`)
  for (const scope of [own, join(slice, `skerry-s2-${name}-01234567.scope`)]) await mkdir(scope)
  await mkdir(join(slice, `skerry-s1-machine-${crypto.randomUUID()}-01234567.scope`))
  expect(await new SystemdScopes('system', 'skerry-s1', slice).foldersOf(name)).toEqual([own])
  expect(await new SystemdScopes('system', 'skerry-s1', join(slice, 'none')).foldersOf(name)).toEqual([])
})
