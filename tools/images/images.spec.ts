import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { imageCatalog } from '../../control-plane/src/compute/image-fetches/catalog.ts'
import { type Answer, listen, type Listener } from '../../control-plane/src/node/http/http.ts'
import { FileServer } from '../../control-plane/src/testing/file-server.ts'
import { startTestServer, type TestServer } from '../../control-plane/src/testing/test-server.ts'
import { root } from '../lib/repository.ts'

let files: FileServer
let server: TestServer
let listener: Listener
let url: string
let token: string
/** Replaces the server's answer to a request, where it returns one. */
let intercept: (path: string) => Response | undefined = () => undefined

beforeAll(async () => {
  files = await FileServer.start()
  server = await startTestServer({
    realTime: true,
    sagaLimits: { backoffMs: 1 },
    imageFetching: { outbound: files.outbound, catalog: imageCatalog({ debian: `${files.url}/debian` }) },
  })
  const answer: Answer = (request, peer) =>
    intercept(new URL(request.url).pathname) ?? server.plane.fetch(request, peer)
  listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', answer)
  url = `http://127.0.0.1:${listener.port}`
  token = await deviceToken()
})
afterAll(async () => {
  await listener.close(0)
  await server.close()
  await files.close()
})

/** As docs/operating/images.md describes it. */
async function deviceToken(): Promise<string> {
  const post = (path: string, body: BodyInit, headers = {}) => fetch(url + path, { method: 'POST', body, headers })
  const client_id = randomUUID()
  const { device_code, user_code } = (await (
    await post('/device/auth', new URLSearchParams({ client_id }))
  ).json()) as Record<string, string>
  const origin = { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' }
  const login = JSON.stringify({ username: 'admin', password: 'correct horse' })
  const cookie = (await post('/v1/login/default/local', login, origin)).headers.get('set-cookie')!.split(';')[0]!
  await post('/device/confirm', JSON.stringify({ user_code }), { ...origin, cookie })
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const granted = await post('/device/token', new URLSearchParams({ client_id, grant_type, device_code: device_code! }))
  return ((await granted.json()) as { access_token: string }).access_token
}

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs `npm run images` with these arguments against the server. */
function images(args: string[], environment: Record<string, string> = {}): Promise<Ended> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [join(root, 'tools/images.mjs'), ...args], {
    env: { PATH, HOME, SKERRY_URL: url, SKERRY_TOKEN: token, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...printed })))
}

const bytes = randomBytes(100_000)
const hash = (type: string) => createHash(type).update(bytes).digest('hex')
const publish = () => {
  files.serve('/debian/bookworm/latest/debian-12-generic-arm64.qcow2', bytes)
  files.serve('/debian/bookworm/latest/SHA512SUMS', `${hash('sha512')}  debian-12-generic-arm64.qcow2\n`)
}
const atAddress = (name: string, path: string, checksum = hash('sha256')) => {
  const named = ['--name', name, '--os', 'plan9', '--version', '4']
  return ['add', files.serve(path, bytes), '--checksum', checksum, ...named]
}

it('lists the images of the catalog', async () => {
  const { code, stdout } = await images(['list'], { SKERRY_URL: '', SKERRY_PORT: String(listener.port) })
  expect(code).toBe(0)
  expect(stdout.split('\n')).toContain('debian-13-arm64          Debian 13 (arm64)')
})

it('adds an image of the catalog to the silo, once', async () => {
  publish()
  const added = await images(['add', 'debian-12-arm64'])
  expect(added).toMatchObject({ code: 0, stdout: 'Image debian-12 is ready\n' })
  const { items } = await server.admin.ok('image_list')
  expect(items).toContainEqual(
    expect.objectContaining({ name: 'debian-12', os: 'Debian', version: '12', project_id: null }),
  )
  const again = await images(['add', 'debian-12-arm64'])
  expect(again).toMatchObject({ code: 1, stdout: '', stderr: 'skerry: already exists: silo-image "debian-12"\n' })
})

it('adds an image at an address to a project, by its SHA-512', async () => {
  await server.admin.ok('project_create', { body: { name: 'berth', description: '' } })
  const added = await images([...atAddress('plan9', '/plan9', hash('sha512')), '--project', 'berth'])
  expect(added).toMatchObject({ code: 0, stdout: 'Image plan9 is ready\n' })
  const { items } = await server.admin.ok('image_list', { query: { project: 'berth' } })
  expect(items).toMatchObject([{ name: 'plan9', os: 'plan9', version: '4', digest: { value: hash('sha256') } }])
})

it('reports why an image could not be fetched', async () => {
  const damaged = await images(atAddress('damaged', '/damaged', '0'.repeat(64)))
  expect(damaged).toMatchObject({ code: 1, stdout: '' })
  expect(damaged.stderr).toContain('skerry: damaged could not be fetched: the file is not the one that was asked for')
  const inside = await images(['add', 'https://inside.test/x', ...atAddress('inside', '/unused').slice(2)])
  expect(inside).toMatchObject({ code: 1, stderr: expect.stringContaining('skerry: the address is refused') })
})

it('reports a fetch that someone cancels', async () => {
  const args = atAddress('cancelled', '/never')
  // Its first bytes come, and no more.
  const endless = files.serve(
    '/never',
    (_, answer) => void answer.writeHead(200, { 'content-length': '1000' }).write('x'),
  )
  const cancelled = images(['add', endless, ...args.slice(2)])
  await expect
    .poll(async () => (await server.admin.ok('image_fetch_list')).items)
    .toContainEqual(expect.objectContaining({ name: 'cancelled' }))
  const { items } = await server.admin.ok('image_fetch_list')
  const { id } = items.find(({ name }: { name: string }) => name === 'cancelled')
  await server.admin.ok('image_fetch_delete', { path: { fetch_id: id } })
  expect(await cancelled).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the fetch of cancelled was cancelled'),
  })
})

it('waits for a server that restarts while it fetches', async () => {
  let refusals = 2
  intercept = (path) =>
    path.startsWith('/v1/image-fetches/') && refusals-- > 0 ? new Response('', { status: 503 }) : undefined
  const added = await images(atAddress('patient', '/patient'))
  intercept = () => undefined
  expect(added).toMatchObject({ code: 0, stdout: 'Image patient is ready\n' })
  expect(refusals).toBeLessThanOrEqual(0)
})

it('says what is missing where it cannot ask the server', async () => {
  const silent = createServer((socket) => socket.destroy())
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const cases: [Record<string, string>, string][] = [
    [{ SKERRY_TOKEN: '' }, 'set SKERRY_TOKEN to an access token'],
    [{ SKERRY_TOKEN: 'a b' }, 'SKERRY_TOKEN is no access token'],
    [{ SKERRY_TOKEN: `skerry-token-${'0'.repeat(40)}` }, 'does not accept the token in SKERRY_TOKEN'],
    [{ SKERRY_URL: 'cloud.example.org' }, 'SKERRY_URL must be an address such as https://cloud.example.org'],
    [{ SKERRY_URL: silentUrl }, `no Skerry answers at ${silentUrl}`],
  ]
  for (const [environment, message] of cases)
    expect(await images(['list'], environment)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(message),
    })
  await new Promise((done) => silent.close(done))
  intercept = () => new Response('', { status: 308, headers: { location: 'https://other.example' } })
  const redirected = await images(['list'])
  intercept = () => undefined
  expect(redirected).toMatchObject({ code: 1, stderr: expect.stringContaining('redirects to https://other.example') })
})

it('names the images of the catalog when it has not the one that was asked for', async () => {
  const { code, stderr } = await images(['add', 'beos-5'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^skerry: the catalog has no image beos-5: it has alpine-.*, debian-13-amd64, /)
})
