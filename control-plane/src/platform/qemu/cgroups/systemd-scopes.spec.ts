import { expect, test } from 'vitest'
import type { Limits } from './limits.ts'
import { SystemdScopes } from './systemd-scopes.ts'

const limits: Limits = { memoryBytes: 2 ** 31, cpus: 3, weight: 100, tasks: 257 }

test('a machine enters a scope with its limits, then becomes its program', async () => {
  const id = crypto.randomUUID()
  const command = await new SystemdScopes('system').enter(`machine-${id}`, limits)
  expect(command).toEqual([
    'systemd-run',
    '--system',
    '--scope',
    '--quiet',
    '--collect',
    '--no-ask-password',
    expect.stringMatching(new RegExp(`^--unit=skerry-machine-${id}-[0-9a-f]{8}$`)),
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
  const command = await new SystemdScopes('user').enter(`passt-${crypto.randomUUID()}`, limits)
  expect(command.slice(0, 4)).toEqual([
    'env',
    `XDG_RUNTIME_DIR=/run/user/${process.getuid!()}`,
    'systemd-run',
    '--user',
  ])
})

test('a machine that starts again does not wait for its earlier scope', async () => {
  const scopes = new SystemdScopes('system')
  const name = `machine-${crypto.randomUUID()}` as const
  expect(await scopes.enter(name, limits)).not.toEqual(await scopes.enter(name, limits))
})
