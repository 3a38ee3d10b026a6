import { expect, onTestFailed, test } from 'vitest'
import { scratchFolder, startServer } from '../testing/server.ts'

const signIn = async (address: string, username: string, password: string) =>
  (
    await fetch(`${address}/v1/login/default/local`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
  ).status

test('--demo prints the password of the demo users once, and may be given again', async () => {
  using data = scratchFolder()
  await using first = startServer({ SKERRY_DATA: data.path }, ['--demo'])
  await first.ready
  first.kill('SIGINT')
  const { code, stdout } = await first.ended
  expect(code).toBe(0)
  const password = /demo users have the password (\S+) \(shown this once\)/.exec(stdout)?.[1]

  await using again = startServer({ SKERRY_DATA: data.path }, ['--demo'])
  const address = await again.ready
  expect(await signIn(address, 'pavel-ivanov', password!)).toBe(204)
  expect(await signIn(address, 'admin', password!)).toBe(401)
  again.kill('SIGINT')
  expect((await again.ended).stdout).not.toContain('password')
})

test('--demo refuses a database made without', async () => {
  using data = scratchFolder()
  await using plain = startServer({ SKERRY_DATA: data.path })
  await plain.ready
  expect((await fetch(`${await plain.opsReady}sim/reset`, { method: 'POST' })).status).toBe(404)
  plain.kill('SIGINT')
  await plain.ended
  const { code, stderr } = await startServer({ SKERRY_DATA: data.path }, ['--demo']).ended
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'skerry: Demo data require an empty database, and this one is in use: ' +
      'start without --demo, or choose another folder with SKERRY_DATA\n',
  })
})

test('a demo restarts from its first state on request', async () => {
  using data = scratchFolder()
  const passwords = { SKERRY_ADMIN_PASSWORD: 'correct horse', SKERRY_DEMO_PASSWORD: 'correct demo' }
  await using server = startServer({ SKERRY_DATA: data.path, ...passwords }, ['--demo'])
  onTestFailed(() => void process.stderr.write(server.output()))
  const [address, ops] = [await server.ready, await server.opsReady]
  const reset = (headers = {}) => fetch(`${ops}sim/reset`, { method: 'POST', headers })
  const projects = `${address}/v1/projects`
  const json = { 'content-type': 'application/json' }
  const login = await fetch(`${address}/v1/login/default/local`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'admin', password: 'correct horse' }),
  })
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!
  const body = JSON.stringify({ name: 'made-since', description: '' })
  expect((await fetch(projects, { method: 'POST', headers: { ...json, cookie }, body })).status).toBe(201)
  expect((await reset({ origin: 'https://example.org' })).status).toBe(403)
  expect((await fetch(`${projects}/made-since`, { headers: { cookie } })).status).toBe(200)

  const answer = await reset()
  expect([answer.status, await answer.json()]).toEqual([200, {}])
  expect((await fetch(projects, { headers: { cookie } })).status).toBe(401)
  expect(await signIn(address, 'pavel-ivanov', 'correct demo')).toBe(204)
  server.kill('SIGINT')
  expect((await server.ended).code).toBe(0)
})
