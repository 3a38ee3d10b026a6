import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Runs statements that lock, in one transaction. */
const locking = (...statements: string[]) =>
  server.db.transaction().execute(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })

const disks = 'select disks.id from "disks" join "projects" on projects.id = disks.project_id for update of "disks"'
const quotas = 'select from "quotas" for no key update'

describe('A transaction under test', () => {
  it('fails at the first lock that is against the order of all', async () => {
    await expect(locking('select from "vpcs" for update', quotas)).rejects.toThrow('"quotas" is locked after "vpcs"')
    await expect(locking(disks, 'select from "instances" for share')).rejects.toThrow(
      '"instances" is locked after "disks"',
    )
    await expect(locking('lock table ip_pools in share row exclusive mode', disks)).rejects.toThrow(
      '"disks" is locked after "ip_pools"',
    )
  })

  it('may lock in the order, more rows of a table that it holds, and what nobody waits for', async () => {
    for (const statements of [
      [quotas, disks, 'select from "vpcs" for update', quotas, disks],
      ['select from "vpcs" for update', 'select from "sagas" for update skip locked'],
      [quotas],
    ])
      await expect(locking(...statements)).resolves.toBeUndefined()
  })
})
