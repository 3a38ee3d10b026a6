import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../../testing/test-server.ts'

it.each([
  ['disk_full', 'No space left on device'],
  ['internal_error', 'Disk quota exceeded'],
  ['internal_error', 'File too large'],
])('where PostgreSQL answers %s with %j, what creates, changes or deletes answers 507', async (code, reason) => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const { admin } = server
  const path = { project: 'one' }
  await admin.ok('project_create', { body: { name: 'one', description: '' } })
  await admin.ok('vpc_subnet_delete', { path: { subnet: 'default' }, query: { ...path, vpc: 'default' } })
  await admin.ok('vpc_delete', { path: { vpc: 'default' }, query: path })
  await sql`create function no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file "base/5/1": %', ${sql.lit(reason)} using errcode = ${sql.lit(code)};
    end $$`.execute(server.db)
  await sql`create trigger no_space before insert or update or delete on projects
    for each statement execute function no_space()`.execute(server.db)

  const message = 'Insufficient capacity: no space is left where the database is stored: make room there'
  for (const answer of [
    await admin.call('project_create', { body: { name: 'two', description: '' } }),
    await admin.call('project_update', { path, body: { description: 'other' } }),
    await admin.call('project_delete', { path }),
  ])
    expect(answer).toMatchObject({ status: 507, body: { error_code: 'InsufficientCapacity', message } })
  await sql`drop trigger no_space on projects`.execute(server.db)
  expect((await admin.call('project_delete', { path })).status).toBe(204)
})
