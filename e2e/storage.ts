import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './test.ts'

export const gib = 2 ** 30

export async function post(
  request: APIRequestContext,
  path: string,
  data: object,
): Promise<{ id: string; name: string }> {
  const answer = await request.post(path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as { id: string; name: string }
}
const blank = { type: 'blank', block_size: 4096 }

export async function makeDisk(
  request: APIRequestContext,
  project: string,
  name: string,
  size = 10,
  source: object = blank,
) {
  const body = { name, description: '', size: size * gib, disk_source: source }
  const disk = await post(request, `/v1/disks?project=${project}`, body)
  await expect.poll(() => stateOf(request, `/v1/disks/${disk.id}`)).toBe('detached')
  return disk
}
export async function makeSnapshot(request: APIRequestContext, project: string, name: string, disk: string) {
  const snapshot = await post(request, `/v1/snapshots?project=${project}`, { name, description: '', disk })
  await expect.poll(() => stateOf(request, `/v1/snapshots/${snapshot.id}`)).toBe('ready')
  return snapshot
}
export const makeImage = (request: APIRequestContext, project: string, name: string, snapshot: string) =>
  post(request, `/v1/images?project=${project}`, {
    name,
    description: '',
    os: 'debian',
    version: '13',
    source: { type: 'snapshot', id: snapshot },
  })
export const makeInstance = (request: APIRequestContext, project: string, name: string, disks: object[] = []) =>
  post(request, `/v1/instances?project=${project}`, {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: gib,
    disks,
    start: false,
    network_interfaces: { type: 'none' },
    external_ips: [],
  })

export async function stateOf(request: APIRequestContext, path: string): Promise<string> {
  const { state } = (await (await request.get(path)).json()) as { state: string | { state: string } }
  return typeof state === 'string' ? state : state.state
}

export const openMenu = (page: Page, name: string) =>
  page.getByRole('row', { name }).getByRole('button', { name: 'Row actions' }).click()
export const confirm = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: 'Confirm' }).click()
export const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })
