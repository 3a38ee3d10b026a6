import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scratchFolder, startServer } from '../testing/server.ts'

const signIn = async (address: string, password: string) => {
  const answer = await fetch(`${address}/v1/login/default/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  return answer.status
}

test('--reset-admin prints a new password, which lets admin in at the next start, and ends', async () => {
  using data = scratchFolder()
  const environment = { SKERRY_DATA: data.path, SKERRY_ADMIN_PASSWORD: 'forgotten' }
  const none = await startServer(environment, ['--reset-admin']).ended
  expect(none).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'skerry: There is no admin to reset yet: npm start creates it\n',
  })
  expect(readdirSync(data.path)).toEqual([])

  await using first = startServer(environment)
  await first.ready
  const beside = await startServer(environment, ['--reset-admin']).ended
  expect(beside).toMatchObject({
    code: 1,
    stderr: `skerry: Another Skerry is running on the data in ${data.path}: stop it, or choose another folder with SKERRY_DATA\n`,
  })
  first.kill('SIGINT')
  await first.ended

  const { code, stdout, stderr } = await startServer(environment, ['--reset-admin']).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const password = /^Sign in to silo default as admin with the password (\S+) \(shown this once\)\n$/.exec(stdout)?.[1]
  expect(password).toBeDefined()

  await using next = startServer(environment)
  const address = await next.ready
  expect([await signIn(address, 'forgotten'), await signIn(address, password!)]).toEqual([401, 204])
  next.kill('SIGINT')
  await next.ended
})
