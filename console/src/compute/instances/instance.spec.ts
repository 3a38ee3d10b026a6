import { expect, test } from 'vitest'
import type { Instance } from '~/api/types.gen.ts'
import { pollInstanceEvery } from './instance.ts'
import { instanceSelector } from './queries.ts'

const instance = (more: Partial<Instance>): Instance =>
  ({ runState: 'running', autoRestartEnabled: true, ...more }) as Instance

test('an instance is read again while something is about to happen to it', () => {
  for (const runState of ['creating', 'starting', 'stopping', 'rebooting'] as const)
    expect(pollInstanceEvery(instance({ runState })), runState).toBe(2000)
  for (const runState of ['running', 'stopped', 'migrating', 'destroyed'] as const)
    expect(pollInstanceEvery(instance({ runState })), runState).toBe(false)
  const later = new Date(Date.now() + 60_000)
  expect(pollInstanceEvery(instance({ runState: 'failed' }))).toBe(2000)
  expect(pollInstanceEvery(instance({ runState: 'failed', autoRestartCooldownExpiration: later }))).toBe(30_000)
  expect(pollInstanceEvery(instance({ runState: 'failed', autoRestartEnabled: false }))).toBe(false)
  expect(pollInstanceEvery(undefined)).toBe(false)
})

test('a name is selected within its project, an id alone', () => {
  expect(instanceSelector({ project: 'web', instance: 'db1' })).toEqual({
    path: { instance: 'db1' },
    query: { project: 'web' },
  })
  const id = '425f63c3-5b94-4df8-8ceb-49e938cd7e74'
  expect(instanceSelector({ project: 'web', instance: id })).toEqual({ path: { instance: id } })
})
