import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './test.ts'

const gib = 2 ** 30

interface MadeInstance {
  id: string
  name: string
}

/** Creates an instance by the API. It is `stopped` on return, unless it starts. */
export async function makeInstance(
  request: APIRequestContext,
  project: string,
  { name = 'db1', start = false, ...more }: Record<string, unknown> & { name?: string; start?: boolean } = {},
): Promise<MadeInstance> {
  const answer = await request.post(`/v1/instances?project=${project}`, {
    data: { name, description: 'Of a test', hostname: name, ncpus: 2, memory: 4 * gib, start, ...more },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = await answer.json()
  if (!start) await reaches(request, id, 'stopped')
  return { id, name }
}

/** Has the console think that the server's instances are not simulated. */
export const withRealMachines = (page: Page, capabilities: Record<string, boolean> = {}): Promise<unknown> =>
  page.route('**/v1/ping', (route) => route.fulfill({ json: { status: 'ok', simulated: false, capabilities } }))

/** Waits until an instance is in a state. */
export const reaches = (request: APIRequestContext, instance: string, state: string): Promise<void> =>
  expect.poll(async () => (await (await request.get(`/v1/instances/${instance}`)).json()).run_state).toBe(state)

export const blankDisk = (name: string) => ({
  name,
  description: '',
  size: gib,
  disk_source: { type: 'blank', block_size: 512 },
})

/** Creates a disk by the API. It is detached on return. */
export async function makeDisk(request: APIRequestContext, project: string, name: string): Promise<void> {
  const answer = await request.post(`/v1/disks?project=${project}`, { data: blankDisk(name) })
  expect(answer.status(), await answer.text()).toBe(201)
  await expect
    .poll(async () => (await (await request.get(`/v1/disks/${name}?project=${project}`)).json()).state.state)
    .toBe('detached')
}
