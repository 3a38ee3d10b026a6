import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiCall } from '~/api/queries.ts'
import type { Read } from '~/api/stale.ts'
import { isReported, Refresher } from './refresher.ts'

const [one, two] = ['6cf9f1a4-0000-4000-8000-000000000001', '6cf9f1a4-0000-4000-8000-000000000002']
let client: QueryClient
let refresher: Refresher
let ends: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  refresher = new Refresher(client)
  ends = []
})
afterEach(() => {
  for (const end of ends) end()
  refresher.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A query on screen. @param ms how long an answer takes @param reads what it is made of */
function show(method: string, request: object, ms = 10, reads?: readonly Read[]) {
  const read = vi.fn<() => Promise<number>>(
    () => new Promise((answer) => setTimeout(() => answer(read.mock.calls.length), ms)),
  )
  ends.push(
    new QueryObserver(client, {
      queryKey: [method, request],
      queryFn: read,
      ...(reads && { meta: { reads } }),
    }).subscribe(() => {}),
  )
  return read
}
const inProject = (project: string) => ({ query: { project } })
const changed = (...kinds: Parameters<Refresher['note']>[0] & object[]) => refresher.note(kinds)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('what is on screen is read again, the rest is marked', async () => {
  const shown = show('diskList', inProject('p'))
  const other = show('vpcList', inProject('p'))
  client.setQueryData(['diskView', { path: { disk: 'd' } }], {})
  await pass(1000)
  changed({ kind: 'disks', project: one })
  await pass(100)
  expect(shown).toHaveBeenCalledTimes(2)
  expect(other).toHaveBeenCalledTimes(1)
  expect(client.getQueryState(['diskView', { path: { disk: 'd' } }])?.isInvalidated).toBe(true)
})

test('a clock that is set back hides no change', async () => {
  const shown = show('diskList', inProject('p'))
  await pass(1000)
  vi.setSystemTime(Date.now() - 3_600_000)
  changed({ kind: 'disks', project: one })
  await pass(100)
  expect(shown).toHaveBeenCalledTimes(2)
})

test('another project is left alone, where it is known to be another', async () => {
  client.setQueryData(['projectView', { path: { project: 'p' } }], { id: one })
  const reads = [inProject('p'), inProject('unknown'), inProject(one), inProject(two)].map((of) => show('diskList', of))
  await pass(1000)
  changed({ kind: 'disks', project: two })
  await pass(100)
  expect(reads.map(({ mock }) => mock.calls.length)).toEqual([1, 2, 1, 2])
})

test('many changes are few reads, the last of them after the last change', async () => {
  const read = show('instanceList', inProject('p'))
  await pass(1000)
  for (let i = 0; i < 500; i++) {
    changed({ kind: 'instances', project: one })
    await pass(10)
  }
  await pass(1000)
  expect(read.mock.calls.length).toBeLessThanOrEqual(13)
  expect(client.getQueryState(['instanceList', inProject('p')])?.isInvalidated).toBe(false)
})

test('a slow answer is waited for, and read once more if it may lack the change', async () => {
  const read = show('diskList', inProject('p'), 5000)
  await pass(1000)
  for (let i = 0; i < 6; i++) {
    changed({ kind: 'disks', project: one })
    await pass(500)
  }
  expect(read).toHaveBeenCalledTimes(1)
  await pass(1500)
  expect(read).toHaveBeenCalledTimes(2)
  await pass(20_000)
  expect(read).toHaveBeenCalledTimes(2)
})

test('what was read after the change is not read again', async () => {
  const read = show('diskList', inProject('p'))
  await pass(1000)
  changed({ kind: 'disks', project: one })
  await pass(10)
  void client.invalidateQueries({ queryKey: ['diskList'] })
  await pass(1000)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a change of this page refreshes first', async () => {
  const read = show('diskList', inProject('p'))
  const deleted = () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', () => new Promise((answer) => setTimeout(() => answer(deleted()), 300)))
  await pass(1000)
  void apiCall('diskDelete', { path: { disk: 'd' } }).then(() => client.invalidateQueries({ queryKey: ['diskList'] }))
  changed({ kind: 'disks', project: one })
  await pass(2000)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a query of several operations is out of date with each of them', async () => {
  const [drawing, view] = [
    show('vpcView', { vpc: 'v' }, 10, ['vpcSubnetList', 'instanceList']),
    show('vpcView', { path: { vpc: 'v' } }),
  ]
  await pass(1000)
  changed({ kind: 'instances', project: one })
  await pass(1000)
  expect([drawing, view].map(({ mock }) => mock.calls.length)).toEqual([2, 1])
})

test('where changes were missed all that may have changed is read, measurements are not', async () => {
  const [disks, sleds, metrics] = [show('diskList', inProject('p')), show('sledList', {}), show('siloMetric', {})]
  await pass(1000)
  refresher.note('everything')
  await pass(1000)
  expect([disks, sleds, metrics].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1])
})

test('a kind that a newer server reports is passed over', async () => {
  const read = show('diskList', inProject('p'))
  await pass(1000)
  changed({ kind: 'a newer one' as 'disks' })
  await pass(1000)
  expect(read).toHaveBeenCalledTimes(1)
})

test.each([
  ['diskList', true],
  ['instanceView', true],
  ['vpcFirewallRulesView', true],
  // Reported to its user alone.
  ['userSessionList', false],
  // Reported to the fleet alone.
  ['projectIpPoolList', false],
  // Known to the platform alone.
  ['networkingSwitchPortStatus', false],
  ['policyView', false],
  ['projectOverview', false],
  ['timeseriesQuery', false],
])('whether every change of %s is reported to all who read it: %s', (read, is) => {
  expect(isReported({ queryKey: [read], meta: undefined })).toBe(is)
})

test('a query is as fresh as the least of what it reads', () => {
  expect(isReported({ queryKey: ['drawing'], meta: { reads: ['vpcSubnetList', 'instanceList'] } })).toBe(true)
  expect(isReported({ queryKey: ['drawing'], meta: { reads: ['vpcSubnetList', 'policyView'] } })).toBe(false)
})
