import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Saml, SamlProvider } from '../../identity/identity-providers/saml.ts'
import { ATTEMPTS_A_MINUTE } from '../../identity/sessions/sign-in-throttle.ts'
import { certified } from '../../testing/certified.ts'
import { assertionXml, base64, responseXml, signXml } from '../../testing/identity-provider.ts'
import { samlInThreads } from './saml.ts'

const now = new Date('2026-01-01T00:00:00Z')
let saml: Saml
let provider: SamlProvider
let response: string

beforeAll(async () => {
  saml = samlInThreads()
  const idp = await certified()
  provider = {
    silo_id: 'silo',
    idp_entity_id: 'https://idp.test',
    sp_client_id: 'skerry',
    acs_url: 'https://skerry.test/acs',
    group_attribute_name: 'groups',
    sign_in_url: 'https://idp.test/sso',
    idp_certificates: [idp.certificate],
    private_key: null,
  }
  response = base64(signXml(responseXml(assertionXml({}, now)), idp))
})
afterAll(() => saml.close())

function answers() {
  const answered: string[] = []
  const send = (from: string, silo_id = 'silo') => {
    const name = silo_id === 'silo' ? from : silo_id
    return saml.readResponse({ ...provider, silo_id }, from, response, now).then(
      () => answered.push(name),
      () => answered.push(`${name} refused`),
    )
  }
  return { answered, send }
}

it('gives each address of a silo its turn, however many responses another sends', async () => {
  const { answered, send } = answers()
  await Promise.all([...Array.from({ length: 40 }, () => send('203.0.113.9')), send('203.0.113.10')])
  expect(answered.filter((from) => from === '203.0.113.10')).toHaveLength(1)
  expect(answered.filter((from) => !from.endsWith('refused')).indexOf('203.0.113.10')).toBeLessThan(3)
})

it('leaves half of the places to other silos, and half of its own to each kind of job', async () => {
  const request = (from: string) =>
    saml.requestUrl(provider, from, '').then(
      () => 'request',
      () => 'request refused',
    )
  const { answered, send } = answers()
  const addresses = Array.from({ length: 150 }, (_, number) => `203.0.113.${number}`)
  const requests = addresses.map(request)
  const own = send('198.51.100.1')
  const responses = addresses.map((address) => send(address))
  const others = Array.from({ length: 60 }, (_, number) => send('203.0.113.9', `other-${number}`))
  await Promise.all([...requests, own, ...responses, ...others])
  expect(answered).toContain('198.51.100.1')
  expect(answered.filter((name) => /^other-\d+$/.test(name))).toHaveLength(60)
  // What runs does not wait.
  expect((await Promise.all(requests)).filter((name) => name === 'request')).toHaveLength(65)
})

it('refuses none of a silo for those that come to another from the same address', async () => {
  const { answered, send } = answers()
  const [flood, other] = [Array.from({ length: 40 }, () => send('203.0.113.9')), send('203.0.113.9', 'other')]
  await Promise.all([...flood, other])
  expect(answered).toContain('other')
  expect(answered.filter((name) => name.endsWith('refused'))).toHaveLength(39 - ATTEMPTS_A_MINUTE.address)
})
