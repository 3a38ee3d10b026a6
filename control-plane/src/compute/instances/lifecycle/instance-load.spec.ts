import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../testing/caller.ts'
import { brokenInvariants } from '../../../testing/invariants.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { create, createDetachedDisk, newDisk, newProject } from '../instance-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A seeded pseudo-random generator. */
function dice(seed: number) {
  let state = seed
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

describe('Many concurrent requests', () => {
  it.each([1, 2, 3])('leave database and platform consistent (%i)', async (seed) => {
    const roll = dice(seed)
    const project = await newProject(server)
    const { admin } = server
    const disks: string[] = []
    for (let i = 0; i < 4; i++) disks.push((await createDetachedDisk(server, project, `loose-${i}`)).id)
    const instances: string[] = []
    const pick = (from: string[]) => from[roll(from.length)] ?? ''
    const at = () => ({ path: { instance: pick(instances) } })
    const { faults } = server.platform
    const strike = (kind: 'instance_fail' | 'instance_migrate') =>
      faults.end(faults.inject({ kind, target: pick(instances) }).id)
    const requests: (() => Promise<Answer>)[] = [
      async () => {
        const answer = await create(admin, project, {
          boot_disk: newDisk(`boot-${instances.length}-${roll(1e6)}`),
          external_ips: [{ type: 'ephemeral' }],
          start: roll(2) === 0,
        })
        if (answer.status === 201) instances.push(answer.body.id)
        return answer
      },
      () => admin.call('instance_start', at()),
      () => admin.call('instance_start', at()),
      () => admin.call('instance_stop', at()),
      () => admin.call('instance_stop', at()),
      () => admin.call('instance_reboot', at()),
      () => admin.call('instance_delete', at()),
      () => admin.call('instance_disk_attach', { ...at(), body: { disk: pick(disks) } }),
      () => admin.call('instance_disk_attach', { ...at(), body: { disk: pick(disks) } }),
      () => admin.call('instance_disk_detach', { ...at(), body: { disk: pick(disks) } }),
    ]
    for (let i = 0; i < 5; i++) await requests[0]!()

    const seen = new Map<number, number>()
    for (let round = 0; round < 25; round++) {
      const asked = Array.from({ length: 1 + roll(6) }, () => requests[roll(requests.length)]!())
      if (roll(4) === 0) strike(roll(2) ? 'instance_fail' : 'instance_migrate')
      for (const { status } of await Promise.all(asked)) seen.set(status, (seen.get(status) ?? 0) + 1)
      await server.clock.advance(roll(4) * 700)
    }
    // Only the expected statuses, and many of them accepted.
    expect([...seen.keys()].filter((status) => ![201, 202, 204, 400, 404, 409].includes(status))).toEqual([])
    expect(seen.get(202)).toBeGreaterThan(10)

    await server.settle(120_000)
    expect(await server.plane.services.sagas.list()).toEqual([])
    expect(await brokenInvariants(server.db)).toEqual([])
    const rows = await server.db
      .selectFrom('instances')
      .select(['id', 'run_state'])
      .where('project_id', '=', project)
      .execute()
    expect(rows.filter(({ run_state }) => !['running', 'migrating', 'stopped', 'failed'].includes(run_state))).toEqual(
      [],
    )
    const meant = rows.filter(({ run_state }) => ['running', 'migrating'].includes(run_state)).map(({ id }) => id)
    const running = server.platform.inspect
      .machines()
      .filter(({ spec, run }) => spec.projectId === project && run)
      .map(({ spec }) => spec.id)
    expect(running.toSorted()).toEqual(meant.toSorted())
    const left = await server.db
      .selectFrom('disks')
      .select(['state', 'instance_id'])
      .where('project_id', '=', project)
      .execute()
    expect(left.filter(({ state, instance_id }) => state !== (instance_id ? 'attached' : 'detached'))).toEqual([])
  })
})
