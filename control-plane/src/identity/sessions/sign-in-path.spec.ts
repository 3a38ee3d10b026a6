import { afterAll, beforeAll, expect, it } from 'vitest'
import { certified, type Certified } from '../../testing/certified.ts'
import { providerBody, samlSilo } from '../../testing/identity-provider.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let idp: Certified
beforeAll(async () => {
  server = await startTestServer()
  idp = await certified()
})
afterAll(() => server.close())

const pathAt = (host: string, cookie = '') =>
  server.plane.signInPath(new Request('http://localhost/login', { headers: { host, cookie } }))
const addProvider = (silo: string, name: string) =>
  server.admin.ok('saml_identity_provider_create', { query: { silo }, body: providerBody(idp, { name }) })

it('is that of the silo in the host, else of the default silo', async () => {
  await server.silo('quay')
  await samlSilo(server, 'corp')
  expect(await pathAt('localhost:4400')).toBe('/login/default/local')
  expect(await pathAt('cloud.example.org')).toBe('/login/default/local')
  expect(await pathAt('quay.sys.example.org')).toBe('/login/quay/local')
  expect(await pathAt('QUAY.sys.example.org:8443')).toBe('/login/quay/local')
  expect(await pathAt('nowhere.sys.example.org')).toBe('/login/default/local')
})

it('is that of the silo last signed in to when the host has none', async () => {
  await server.silo('berth')
  expect(await pathAt('localhost:4400', 'other=1; skerry-silo=berth')).toBe('/login/berth/local')
  expect(await pathAt('quay.sys.example.org', 'skerry-silo=berth')).toBe('/login/quay/local')
  for (const silo of ['gone', '', '..', '%2e'])
    expect(await pathAt('localhost', `skerry-silo=${silo}`)).toBe('/login/default/local')
})

it('is that of the default provider of a silo, the oldest until another is made it, and /login without one', async () => {
  await samlSilo(server, 'office')
  expect(await pathAt('office.sys.example.org')).toBe('/login')
  await addProvider('office', 'old')
  await server.clock.advance(1)
  await addProvider('office', 'new')
  expect(await pathAt('office.sys.example.org')).toBe('/login/office/saml/old')
  for (const provider of ['new', 'old', 'new']) {
    await server.clock.advance(1)
    await server.admin.ok('saml_identity_provider_make_default', { path: { provider }, query: { silo: 'office' } })
    expect(await pathAt('office.sys.example.org')).toBe(`/login/office/saml/${provider}`)
  }
  for (const [provider, path] of [
    ['new', '/login/office/saml/old'],
    ['old', '/login'],
  ] as const) {
    await server.admin.ok('saml_identity_provider_delete', { path: { provider }, query: { silo: 'office' } })
    expect(await pathAt('office.sys.example.org')).toBe(path)
  }
})

it('is /login when there is no default silo', async () => {
  await server.db.updateTable('silos').set({ name: 'renamed' }).where('name', '=', 'default').execute()
  expect(await pathAt('localhost')).toBe('/login')
})
