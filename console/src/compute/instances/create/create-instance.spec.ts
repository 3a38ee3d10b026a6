import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '~/api/query-client.ts'
import { waitingToasts } from '~/lib/toast.ts'
import { createInstance } from './create-instance.ts'

/** What the server answers, by the end of the path. */
let answers: Record<string, () => Response | Promise<Response>>
const instance = (state: string) => () => Response.json({ id: 'i', name: 'db1', run_state: state })
const failure = () => Response.json({ message: 'no room left', request_id: 'r' }, { status: 507 })

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('fetch', async (input: string, { method }: RequestInit) => {
    const path = input.split('?')[0]!
    const found = Object.entries(answers).find(([end]) => `${method} ${path}`.endsWith(end))
    return found ? found[1]() : Response.json({})
  })
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('removeEventListener', vi.fn())
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  queryClient.clear()
  waitingToasts.set([])
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const body = { name: 'db1', description: '', hostname: 'db1', ncpus: 1, memory: 1, start: false }

/** Creates it in a group. @returns what is said when that does not come to its end. */
async function said(start: boolean): Promise<unknown> {
  await createInstance({ project: 'p', body, start, affinityGroups: [{ id: 'g', name: 'near' }] })
  await expect.poll(() => waitingToasts.get().length).toBe(1)
  return waitingToasts.get()[0]!.content
}

test('an instance that was not started is said not to be', async () => {
  answers = { 'POST /v1/instances': instance('stopped'), 'GET /v1/instances/i': instance('stopped') }
  answers['POST /v1/affinity-groups/g/members/instance/i'] = failure
  expect(await said(true)).toBe('no room left. The instance was not started.')
})

test('nor one whose start is refused', async () => {
  answers = { 'POST /v1/instances': instance('stopped'), 'GET /v1/instances/i': instance('stopped') }
  answers['POST /v1/instances/i/start'] = failure
  expect(await said(true)).toBe('no room left. The instance was not started.')
})

test('one that fails after it was started was started', async () => {
  answers = { 'POST /v1/instances': instance('stopped'), 'GET /v1/instances/i': instance('stopped') }
  answers['POST /v1/instances/i/start'] = () => {
    answers['GET /v1/instances/i'] = instance('failed')
    return instance('starting')()
  }
  expect(await said(true)).toBe('The instance failed.')
})

test('nobody knows of one whose start got no answer', async () => {
  answers = { 'POST /v1/instances': instance('stopped'), 'GET /v1/instances/i': instance('stopped') }
  answers['POST /v1/instances/i/start'] = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await said(true)).not.toContain('not started')
})

test('an instance that was to stay stopped has no message about its start', async () => {
  answers = { 'POST /v1/instances': instance('stopped'), 'GET /v1/instances/i': instance('stopped') }
  answers['POST /v1/affinity-groups/g/members/instance/i'] = failure
  expect(await said(false)).toBe('no room left.')
})
