import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { scratchFolder } from '../testing/server.ts'
import { consoleFiles } from './console-files.ts'
import { site } from './site.ts'

const folder = scratchFolder()
afterAll(() => folder[Symbol.dispose]())
const code = 'console.log(1)'
mkdirSync(join(folder.path, 'assets'))
writeFileSync(join(folder.path, 'index.html'), '<script nonce="__CSP_NONCE__">theme()</script><p>console</p>')
writeFileSync(join(folder.path, 'assets/main-1a2b.js'), code)
writeFileSync(join(folder.path, 'assets/main-1a2b.js.br'), brotliCompressSync(code))
writeFileSync(join(folder.path, 'assets/main-1a2b.js.gz'), gzipSync(code))
writeFileSync(join(folder.path, 'mark.svg'), '<svg/>')
writeFileSync(
  join(folder.path, '.first-requests.json'),
  JSON.stringify([
    { url: '/login/$silo/local', scripts: ['assets/sign-in.js'], reads: ['/v1/me'] },
    { url: '/projects/$project/disks', scripts: ['assets/disks.js'], reads: ['/v1/me', '/v1/disks?project=$project'] },
    { url: '/projects/$project/disks/$disk', scripts: [], reads: ['/v1/disks/$disk?project=$project'] },
    { url: '/projects/$project/$tab', scripts: ['assets/tab.js'], reads: [] },
  ]),
)

const answer = site({
  admits: (address) => address !== '203.0.113.9',
  api: (request) => new Response(`api ${request.method} ${new URL(request.url).pathname}`),
  health: () => new Response('health'),
  console: consoleFiles(folder.path),
  hasSession: (request) => request.headers.get('cookie') === 'session=good',
  signInPath: () => '/login/default/local',
})
const signedIn = { cookie: 'session=good' }
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  answer(new Request(`http://localhost${path}`, { headers, method }), { remoteAddress: '', secure: false })

test.each([
  ['GET', '/v1/projects'],
  ['POST', '/v1/logout'],
  ['GET', '/V1/me'],
  ['GET', '/Experimental/V1/probes'],
  ['POST', '/device/token'],
  ['POST', '/login/default/saml/okra'],
  ['GET', '/login/default/saml/okra/redirect'],
  ['POST', '/projects'],
  ['GET', '/assets/gone.js'],
  ['GET', '//v1//projects/'],
])('%s %s is the API to answer', async (method, path) => {
  expect(await (await get(path, signedIn, method)).text()).toBe(`api ${method} ${path}`)
})

test('an address that is not taken gets neither files nor pages, and hears of the health alone', async () => {
  const peer = { remoteAddress: '203.0.113.9', secure: false }
  for (const path of ['/', '/login/default/local', '/mark.svg', '/assets/main-1a2b.js', '/device/auth'])
    expect((await answer(new Request(`http://localhost${path}`, { headers: signedIn }), peer)).status).toBe(403)
  expect(await (await answer(new Request('http://localhost/_ops/livez'), peer)).text()).toBe('health')
})

test('a hashed file never changes, and comes in the smallest encoding the client takes', async () => {
  const brotli = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br' })
  expect(brotli.headers.get('content-encoding')).toBe('br')
  expect(Buffer.from(await brotli.arrayBuffer())).toEqual(brotliCompressSync(code))
  expect((await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe(
    'gzip',
  )
  const plain = await get('/assets/main-1a2b.js')
  expect(await plain.text()).toBe(code)
  expect(Object.fromEntries(plain.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  })
})

test('other files are asked for again, and answered 304 while they are the same', async () => {
  const first = await get('/mark.svg')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const again = await get('/mark.svg', { 'if-none-match': first.headers.get('etag')! })
  expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' })
})

test.each(['/index.html', '/../../package.json', '/%2e%2e/site.ts', '/assets/main-1a2b.js.br', '/assets'])(
  '%s is not a file to hand out',
  async (path) => {
    expect(consoleFiles(folder.path).file(new Request(`http://localhost${path}`))).toBe(undefined)
  },
)

test('a page carries a nonce of its own and allows nothing from elsewhere', async () => {
  const [one, two] = await Promise.all([get('/projects', signedIn), get('/projects/p', signedIn)])
  const policy = one.headers.get('content-security-policy')!
  const nonce = /'nonce-([^']+)'/.exec(policy)![1]
  expect(await one.text()).toBe(`<script nonce="${nonce}">theme()</script><p>console</p>`)
  expect(two.headers.get('content-security-policy')).not.toBe(policy)
  for (const part of [
    `default-src 'self'`,
    `frame-src 'none'`,
    `object-src 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ])
    expect(policy.split('; ')).toContain(part)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(Object.fromEntries(one.headers)).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})

test('a page whose session nobody can look up is unavailable, and leads nowhere', async () => {
  const lines: unknown[][] = []
  const away = site({
    admits: () => true,
    api: () => new Response('api'),
    health: () => new Response('health'),
    console: consoleFiles(folder.path),
    hasSession: () => Promise.reject(new Error('no database')),
    signInPath: () => Promise.reject(new Error('no database')),
    log: (_level, message, { path, error } = {}) => lines.push([message, path, String(error)]),
  })
  for (const path of ['/projects', '/login']) {
    const page = await away(new Request(`http://localhost${path}`), { remoteAddress: '', secure: false })
    expect([page.status, page.headers.get('retry-after'), page.headers.get('location')]).toEqual([503, '5', null])
    expect(await page.text()).toContain('Service unavailable')
    expect(lines.at(-1)).toEqual(['cannot serve a page', path, 'Error: no database'])
  }
})

test('a page without a session leads to sign-in and back', async () => {
  const away = await get('/projects/p/instances?sort=name')
  expect([away.status, away.headers.get('location')]).toEqual([
    302,
    '/login?redirect_uri=%2Fprojects%2Fp%2Finstances%3Fsort%3Dname',
  ])
  const login = await get(away.headers.get('location')!)
  expect([login.status, login.headers.get('location')]).toEqual([
    302,
    '/login/default/local?redirect_uri=%2Fprojects%2Fp%2Finstances%3Fsort%3Dname',
  ])
  expect(await (await get(login.headers.get('location')!)).text()).toContain('console')
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/\n\\evil.example',
  'evil.example',
  'javascript:alert(1)',
  '',
  ' //evil.example',
])('redirect_uri %j is refused', async (target) => {
  const query = new URLSearchParams({ redirect_uri: target })
  expect((await get(`/login?${query}`)).status).toBe(400)
  expect((await get(`/login/default/local?${query}`)).status).toBe(400)
})

test('a refused redirect_uri is a page that leads to sign-in, and repeats nothing of the link', async () => {
  const page = await get('/login/default/local?redirect_uri=https://evil.example/')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const html = await page.text()
  expect(html).toContain('<h1>Link refused</h1>')
  const [, style] = /<style>(.*)<\/style>/s.exec(html)!
  const hash = createHash('sha256').update(style!).digest('base64')
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`,
  )
  expect(html).not.toContain('style=')
  expect(html).toContain('<a href="/login">')
  expect(html).not.toContain('evil')
})

test('sign-in does not lead back to an address that could be taken for another host', async () => {
  const away = await get('/.//evil.example/x')
  expect([away.status, away.headers.get('location')]).toEqual([302, '/login'])
})

test('a file that is missing is not a page, unless a page is asked for by name', async () => {
  expect(await (await get('/favicon.ico', { ...signedIn, accept: '*/*' })).text()).toMatch(/^api/)
  expect(await (await get('/projects/a.b', { ...signedIn, accept: 'text/html,*/*' })).text()).toContain('console')
  expect(await (await get('/projects', { ...signedIn, accept: 'application/json' })).text()).toMatch(/^api/)
})

const script = (name: string) => `</assets/${name}.js>; rel=modulepreload; crossorigin`
const read = (path: string) => `<${path}>; rel=preload; as=fetch; crossorigin`

test.each([
  ['/projects/sea/disks', [script('disks'), read('/v1/me'), read('/v1/disks?project=sea')]],
  ['/projects/sea/disks/d1', [read('/v1/disks/d1?project=sea')]],
  ['/projects/sea/anything', [script('tab')]],
  ['/projects/sea/disks?sort=id_ascending', [script('disks')]],
  ['/projects/a%26limit=1/disks', [script('disks'), read('/v1/me')]],
  ['/projects/%3E;rel=x,/disks', [script('disks'), read('/v1/me')]],
])('%s names what its page asks for first', async (path, links) => {
  const page = await get(path, { ...signedIn, accept: 'text/html' })
  expect(page.headers.get('link')).toBe(links.join(', '))
})

test('a page before the sign-in names no reads, and a page that the build does not list nothing', async () => {
  expect((await get('/login/default/local')).headers.get('link')).toBe(script('sign-in'))
  expect((await get('/projects', signedIn)).headers.get('link')).toBe(null)
  expect((await get('/.first-requests.json', signedIn)).headers.get('content-type')).not.toBe('application/json')
})

test('a console that is not built says what to run', async () => {
  const missing = consoleFiles(join(folder.path, 'nowhere')).page(new URL('http://localhost/'), true)
  expect([missing.status, await missing.text()]).toEqual([503, expect.stringContaining('npm start')])
})

test("a SAML sign-in that is refused is a page to a browser, and the API's answer to everybody else", async () => {
  const refusing = site({
    admits: () => true,
    api: () => Response.json({ message: 'refused' }, { status: 400, headers: { 'x-request-id': 'an-id' } }),
    health: () => new Response('health'),
    console: consoleFiles(folder.path),
    hasSession: () => false,
    signInPath: () => '/login',
  })
  const ask = (path: string, method: string, accept: string) =>
    refusing(new Request(`http://localhost${path}`, { method, headers: { accept } }), {
      remoteAddress: '',
      secure: false,
    })
  for (const [path, method] of [
    ['/login/corp/saml/okra', 'POST'],
    ['/login/corp/saml/okra/redirect', 'GET'],
  ] as const) {
    const page = await ask(path, method, 'text/html,*/*;q=0.8')
    expect([page.status, page.headers.get('x-request-id')]).toEqual([400, 'an-id'])
    const text = await page.text()
    expect(text).toContain('<h1>Could not sign in</h1>')
    expect(text).toContain('<code>an-id</code>')
    expect(text).toContain('<a href="/login/corp/saml/okra">Try again</a>')
    expect(await (await ask(path, method, '*/*')).json()).toEqual({ message: 'refused' })
  }
})

test('a busy server says so to a browser that signs in', async () => {
  const busy = site({
    admits: () => true,
    api: () => new Response(null, { status: 503, headers: { 'x-request-id': 'an-id', 'retry-after': '5' } }),
    health: () => new Response('health'),
    console: consoleFiles(folder.path),
    hasSession: () => false,
    signInPath: () => '/login',
  })
  const headers = { accept: 'text/html' }
  const page = await busy(new Request('http://localhost/login/corp/saml/okra', { method: 'POST', headers }), {
    remoteAddress: '',
    secure: false,
  })
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('too busy at the moment')])
})

test('/login is the page that asks where no silo is known', async () => {
  const asking = site({
    admits: () => true,
    api: () => new Response('api'),
    health: () => new Response('health'),
    console: consoleFiles(folder.path),
    hasSession: () => false,
    signInPath: () => '/login',
  })
  const page = await asking(new Request('http://localhost/login?redirect_uri=%2Fimages'), {
    remoteAddress: '',
    secure: false,
  })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('console')])
})
