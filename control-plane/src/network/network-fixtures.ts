import type { OperationId } from '@skerry/contract/operations.ts'
import { isWithin } from '@skerry/contract/rules/networks.ts'
import { expect } from 'vitest'
import type { NetworkAddresses, VpcDocument } from '../platform/networks.ts'
import type { Answer, Caller, Request_ } from '../testing/caller.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { randomId } from '../kernel/uuid.ts'

/** What the tests of this wing share. */

/** A server with a project, somebody who works in it, somebody who may look, and somebody who knows nothing of it. */
export interface Site {
  server: TestServer
  owner: Caller
  viewer: Caller
  outsider: Caller
  project: { id: string; name: string }
}

export async function openSite(): Promise<Site> {
  const server = await startTestServer()
  const project = await server.admin.ok('project_create', { body: { name: 'harbour', description: '' } })
  const owner = await server.user({ projects: { [project.id]: 'collaborator' } })
  const viewer = await server.user({ projects: { [project.id]: 'viewer' } })
  return { server, project, owner, viewer, outsider: await server.user() }
}

/** Refused to strangers, hidden from outsiders; viewers may read and may not write. */
export async function expectGuarded(site: Site, operation: OperationId, request: Request_, kind: 'read' | 'write') {
  const statuses = []
  for (const caller of [site.server.stranger, site.outsider, site.viewer])
    statuses.push((await caller.call(operation, request)).status)
  expect(statuses).toEqual([401, 404, kind === 'read' ? 200 : 403])
}

/** 400 with that code; answers the message. */
export function refusal(answer: Answer, code = 'InvalidRequest'): string {
  expect(answer).toMatchObject({ status: 400 })
  expect(answer.body.error_code).toBe(code)
  return answer.body.message
}

/** 400 without a code: the request could not be read. */
export function expectUnreadable(answer: Answer): void {
  expect(answer).toMatchObject({ status: 400 })
  expect(answer.body.error_code).toBeUndefined()
}

/** Ids of the interfaces of instances and probes that match addresses of a document, as a platform reads it. */
export function interfacesWith(document: VpcDocument, { networks, sets }: NetworkAddresses): string[] {
  const named = document.addressSets.filter(({ id }) => sets.includes(id)).flatMap((set) => set.networks)
  const probes = document.probes.map(({ interfaceId: id, ip }) => ({ id, ip }))
  return [...document.nics, ...probes]
    .filter(({ ip }) => [...networks, ...named].some((network) => isWithin(ip, network)))
    .map(({ id }) => id)
}

let count = 0

/** An instance as the API makes one, stopped. */
export async function stopped(
  { server, owner, project }: Site,
  more: object = {},
): Promise<{ id: string; name: string }> {
  const body = {
    name: `machine-${++count}`,
    description: 'For a test',
    hostname: 'machine',
    ncpus: 1,
    memory: 2 ** 30,
    start: false,
    ...more,
  }
  const instance = await owner.ok('instance_create', { query: { project: project.id }, body })
  await server.settle()
  return instance
}

/** What may hold addresses: a stopped instance without any, in a project of its own, straight in the database. */
export async function anInstance(
  { db, clock, siloId: defaultSilo }: TestServer,
  siloId: string = defaultSilo,
  options: { projectId?: string; name?: string } = {},
): Promise<{ siloId: string; projectId: string; instanceId: string; name: string }> {
  const now = clock.now()
  const times = { time_created: now, time_modified: now }
  const id = randomId()
  const name = options.name ?? `instance-${id.slice(0, 8)}`
  const projectId = options.projectId ?? randomId()
  if (!options.projectId)
    await db
      .insertInto('projects')
      .values({ id: projectId, silo_id: siloId, name: `project-${id.slice(0, 8)}`, description: '', ...times })
      .execute()
  await db
    .insertInto('instances')
    .values({
      id,
      project_id: projectId,
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: 2 ** 30,
      run_state: 'stopped',
      intent: 'stopped',
      boot_disk_id: null,
      auto_restart_policy: null,
      time_last_auto_restarted: null,
      time_run_state_updated: now,
      time_booted: null,
      sled_id: null,
      ...times,
    })
    .execute()
  return { siloId, projectId, instanceId: id, name }
}
