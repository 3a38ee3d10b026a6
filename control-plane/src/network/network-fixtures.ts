import { isWithin } from '@skerry/contract/rules/networks.ts'
import { expect } from 'vitest'
import { randomId } from '../kernel/values/uuid.ts'
import type { NetworkAddresses, VpcDocument } from '../platform/interface/networks.ts'
import type { Answer, Caller } from '../testing/caller.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'

/** A server with a project, a collaborator and a viewer of it, and a user without a role. */
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

/** Expects 400 with the code; returns the message. */
export function refusal(answer: Answer, code = 'InvalidRequest'): string {
  expect(answer).toMatchObject({ status: 400 })
  expect(answer.body.error_code).toBe(code)
  return answer.body.message
}

/** Expects 400 without a code: the request was malformed. */
export function expectMalformed(answer: Answer): void {
  expect(answer).toMatchObject({ status: 400 })
  expect(answer.body.error_code).toBeUndefined()
}

/** Ids of the interfaces in a document whose addresses match, by the platform's rules. */
export function matchingInterfaces(document: VpcDocument, { networks, sets }: NetworkAddresses): string[] {
  const named = document.addressSets.filter(({ id }) => sets.includes(id)).flatMap((set) => set.networks)
  const probes = document.probes.map(({ interfaceId: id, ip }) => ({ id, ip }))
  return [...document.nics, ...probes]
    .filter(({ ip }) => [...networks, ...named].some((network) => isWithin(ip, network)))
    .map(({ id }) => id)
}

let count = 0

/** Creates a stopped instance through the API. */
export async function createStoppedInstance(
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

/** Inserts a stopped instance without addresses, by default in a new project, directly into the database. */
export async function insertInstance(
  { db, clock, siloId: defaultSilo }: TestServer,
  siloId: string = defaultSilo,
  options: { projectId?: string; name?: string } = {},
): Promise<{ siloId: string; projectId: string; instanceId: string; name: string }> {
  const now = clock.now()
  const times = { time_created: now, time_modified: now }
  const id = randomId()
  const name = options.name ?? `instance-${id}`
  const projectId = options.projectId ?? randomId()
  if (!options.projectId)
    await db
      .insertInto('projects')
      .values({ id: projectId, silo_id: siloId, name: `project-${id}`, description: '', ...times })
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
