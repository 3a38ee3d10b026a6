import { expect, test } from 'vitest'
import { scratchFolder, startServer } from './testing/server.ts'

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
  plain.kill('SIGINT')
  await plain.ended
  const { code, stderr } = await startServer({ SKERRY_DATA: data.path }, ['--demo']).ended
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'skerry: Demo data go only into an empty database, and this one is in use: ' +
      'start without --demo, or choose another folder with SKERRY_DATA\n',
  })
})
