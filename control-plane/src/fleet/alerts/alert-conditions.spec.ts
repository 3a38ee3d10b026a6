import { afterAll, beforeAll, expect, it } from 'vitest'
import { made, newProject } from '../../compute/instances/instance-fixtures.ts'
import { makeCertificate } from '../../identity/certificates/self-signed.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { silence } from '../../testing/silence.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { raiseCapacityAlerts, raiseCertificateAlerts, raiseStallAlerts } from './alert-conditions.repo.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const raised = async (alertClass: string) => {
  const rows = await server.db.selectFrom('alerts').select(['class', 'data']).orderBy('time_created').execute()
  return rows.filter((row) => row.class === alertClass).map(({ data }) => data)
}
const checkAgain = async () => {
  await server.clock.advance(1000)
  await raiseCapacityAlerts(server.db, server.clock.now())
  await raiseCertificateAlerts(server.db, server.clock.now())
}

it('reports a used-up quota once, and again when it is used up again', async () => {
  const project = await newProject(server)
  await made(server, project)
  const setCpus = (cpus: number) =>
    server.admin.ok('silo_quotas_update', { path: { silo: server.siloId }, body: { cpus } })
  await checkAgain()
  expect(await raised('quota.exceeded')).toEqual([])
  await setCpus(2)
  await checkAgain()
  await setCpus(1)
  await checkAgain()
  const data = { silo_id: server.siloId, silo_name: 'default', resource: 'cpus', limit: '2', used: '2' }
  expect(await raised('quota.exceeded')).toEqual([data])
  await setCpus(3)
  await checkAgain()
  await setCpus(0)
  await checkAgain()
  expect(await raised('quota.exceeded')).toEqual([data, { ...data, limit: '0' }])
})

it('reports a pool without a free address once', async () => {
  const pool = await server.admin.ok('ip_pool_create', { body: { name: 'small', description: '' } })
  const path = { pool: pool.id }
  await server.admin.ok('ip_pool_silo_link', { path, body: { silo: server.siloId, is_default: false } })
  await checkAgain()
  expect(await raised('ip_pool.exhausted')).toEqual([])
  await server.admin.ok('ip_pool_range_add', { path, body: { first: '198.51.100.1', last: '198.51.100.2' } })
  const project = await newProject(server)
  for (const name of ['one', 'two']) {
    await checkAgain()
    expect(await raised('ip_pool.exhausted')).toEqual([])
    await server.admin.ok('floating_ip_create', { query: { project }, body: { name, description: '', pool: 'small' } })
  }
  await checkAgain()
  await checkAgain()
  expect(await raised('ip_pool.exhausted')).toEqual([{ ip_pool_id: pool.id, ip_pool_name: 'small', capacity: 2 }])
})

it('reports a certificate that expires within 30 days once', async () => {
  const until = '2026-03-01T00:00:00.000Z'
  const pair = await makeCertificate({ from: '2025-12-01T00:00:00Z', until })
  const body = { name: 'short', description: '', ...pair, service: 'external_api' }
  const { id } = await server.admin.ok('certificate_create', { body })
  await checkAgain()
  expect(await raised('certificate.expiring')).toEqual([])
  const near = new Date('2026-02-10T00:00:00Z')
  await raiseCertificateAlerts(server.db, near)
  await raiseCertificateAlerts(server.db, new Date('2026-04-01T00:00:00Z'))
  expect(await raised('certificate.expiring')).toEqual([
    {
      certificate_id: id,
      certificate_name: 'short',
      silo_id: server.siloId,
      time_expires: '2026-03-01T00:00:00.000000Z',
    },
  ])
})

it('reports sagas of a kind that have been running for an hour once, until all have ended', async () => {
  const minute = 60_000
  const raise = async (ms: number) => {
    await server.clock.advance(ms)
    await raiseStallAlerts(server.db, server.plane.services.report, server.clock.now())
  }
  const begin = async (time_created: Date) => {
    const id = randomId()
    const times = { time_created, time_modified: time_created }
    const progress = { state: 'running' as const, undoing: false, step: 0, data: '{}', attempts: 0 }
    // Of a kind that this server does not know, so no worker claims it.
    const saga = { id, name: 'other-kind', ...progress, due: time_created, ...times }
    await server.db.insertInto('sagas').values(saga).execute()
    return { saga_id: id, saga_name: 'other-kind', time_created: `${time_created.toISOString().slice(0, -1)}000Z` }
  }
  const end = () => server.db.updateTable('sagas').set({ state: 'done' }).where('name', '=', 'other-kind').execute()
  const first = await begin(server.clock.now())
  await begin(new Date(server.clock.now().getTime() + 1))
  await raise(59 * minute)
  expect(await raised('saga.overdue')).toEqual([])
  await raise(2 * minute)
  await raise(minute)
  expect(await raised('saga.overdue')).toEqual([{ ...first, count: 2 }])
  await end()
  await raise(minute)
  const second = await begin(new Date(server.clock.now().getTime() - 61 * minute))
  await raise(minute)
  expect(await raised('saga.overdue')).toEqual([
    { ...first, count: 2 },
    { ...second, count: 1 },
  ])
  await end()
})

it('reports a platform that does not answer once, until it answers', async () => {
  const hung = [silence(server.platform.instances, 'list'), silence(server.platform.systemNetwork, 'bgpSessions')]
  await server.clock.advance(10 * 60_000)
  const [alert, ...more] = await raised('platform.unresponsive')
  expect(more).toEqual([])
  expect(alert).toMatchObject({ calls: expect.arrayContaining(['instances.list']), time_began: expect.any(String) })
  for (const each of hung) each.release()
  server.clock.leap(60 * 60_000)
  await server.clock.advance(60_000)
  const again = silence(server.platform.instances, 'list')
  await server.clock.advance(10 * 60_000)
  again.release()
  expect(await raised('platform.unresponsive')).toHaveLength(2)
})
