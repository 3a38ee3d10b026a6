import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder, startServer } from '../testing/server.ts'

/** What a start prints that cannot go on: one line, and exit 1. */
async function refusal(environment: Record<string, string>, args: string[] = []): Promise<string> {
  const { code, stdout, stderr } = await startServer(environment, args).ended
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^skerry: [^\n]+\n$/)
  return stderr.trim()
}

async function takenPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { port: String(port), [Symbol.dispose]: () => server.close() }
}

test.each(['SKERRY_PORT', 'PORT', 'SKERRY_OPS_PORT'])('a taken port, by %s', async (variable) => {
  using data = scratchFolder()
  using taken = await takenPort()
  const environment = { SKERRY_DATA: data.path, SKERRY_PORT: variable === 'PORT' ? '' : '0', [variable]: taken.port }
  const setting = variable === 'PORT' ? 'SKERRY_PORT' : variable
  expect(await refusal(environment)).toBe(
    `skerry: Port ${taken.port} is taken: end what listens there, or choose another with ${setting}`,
  )
})

test('a database that does not answer; its password is not repeated', async () => {
  using data = scratchFolder()
  const url = 'postgres://somebody:secret@127.0.0.1:1/clouds'
  const line = await refusal({ SKERRY_DATA: data.path, DATABASE_URL: url })
  expect(line).toContain('Cannot reach database "clouds" on 127.0.0.1:1 (DATABASE_URL): ')
  expect(line).not.toContain('secret')
})

test('a folder that cannot be made', async () => {
  using data = scratchFolder()
  const file = join(data.path, 'file')
  writeFileSync(file, '')
  expect(await refusal({ SKERRY_DATA: join(file, 'data') })).toContain(`Cannot write to ${file}/data: ENOTDIR`)
})

test.each([
  [{ SKERRY_PORT: '70000' }, 'SKERRY_PORT must be a port number from 0 to 65535, not "70000"'],
  [{ SKERRY_PORT: '', PORT: 'http' }, 'PORT must be a port number from 0 to 65535, not "http"'],
  [{ DATABASE_URL: 'mysql://me:secret@host/db' }, 'DATABASE_URL must be an address such as'],
  [{ SKERRY_PUBLIC_URL: 'cloud.example.org' }, 'SKERRY_PUBLIC_URL must be an address such as'],
  [{ SKERRY_TRUSTED_PROXIES: '10.0.0.0/8, proxy' }, 'SKERRY_TRUSTED_PROXIES must be addresses or networks such as'],
  [{ SKERRY_SIMULATED_HARDWARE: 'sleds=few' }, 'SKERRY_SIMULATED_HARDWARE must be a list such as sleds=40,threads=64'],
  [{ SKERRY_SIMULATED_HARDWARE: 'sleds=20000' }, 'SKERRY_SIMULATED_HARDWARE: sleds must be a number from 1 to 10000'],
  [{ SKERRY_LOG_LEVEL: 'loud' }, 'SKERRY_LOG_LEVEL must be one of debug, info, warn, error, not "loud"'],
])('a setting that does not hold: %j', async (environment, line) => {
  expect(await refusal(environment)).toContain(line)
})

test('an unknown flag', async () => {
  expect(await refusal({}, ['--hepl'])).toBe(`skerry: Unknown option '--hepl': see npm start -- --help`)
})

test('--help explains every setting and starts nothing', async () => {
  const { code, stdout, stderr } = await startServer({ SKERRY_DATA: '/dev/null/nowhere' }, ['--help']).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const settings = [
    'SKERRY_PORT',
    'SKERRY_HOST',
    'SKERRY_OPS_PORT',
    'SKERRY_PUBLIC_URL',
    'SKERRY_TRUSTED_PROXIES',
    'SKERRY_DATA',
    'DATABASE_URL',
  ]
  for (const word of ['--demo', '--help', ...settings, 'SKERRY_ADMIN_PASSWORD', 'SKERRY_LOG_LEVEL'])
    expect(stdout).toContain(word)
})
