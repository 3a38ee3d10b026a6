import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { makeCertificate } from '../../identity/certificates/self-signed.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { collectBundle } from './bundle-fixtures.ts'

/** Plants a secret of each kind, then searches for them in a bundle. */

const GIB = 2 ** 30
const named = (name: string) => ({ name, description: '' })
const times = { time_created: new Date(0), time_modified: new Date(0) }

let server: TestServer
const logged: string[] = []
beforeAll(async () => {
  server = await startTestServer({ log: (...line) => logged.push(JSON.stringify(line)) })
})
afterAll(() => server.close())

/** Plants one secret of each kind. Returns them by kind. */
async function plantSecrets(): Promise<Record<string, string>> {
  const { admin, db, siloId } = server
  const pair = await makeCertificate()
  await admin.ok('certificate_create', { body: { ...named('planted'), ...pair, service: 'external_api' } })
  const md5 = 'planted-md5-key'
  const { id: set } = await admin.ok('networking_bgp_announce_set_update', {
    body: { ...named('planted-set'), announcement: [] },
  })
  await admin.ok('networking_bgp_config_create', {
    body: { ...named('planted-bgp'), asn: 64_999, bgp_announce_set_id: set },
  })
  const everything = { type: 'no_filtering' }
  const peer = {
    addr: '192.0.2.99',
    allowed_export: everything,
    allowed_import: everything,
    bgp_config: 'planted-bgp',
    communities: [],
    connect_retry: 1,
    delay_open: 1,
    enforce_first_as: false,
    hold_time: 6,
    idle_hold_time: 1,
    keepalive: 2,
    interface_name: 'phy0',
    md5_auth_key: md5,
  }
  const link = { link_name: 'phy0', autoneg: false, mtu: 1500, speed: 'speed100_g', lldp: { enabled: false } }
  await admin.ok('networking_switch_port_settings_create', {
    body: {
      ...named('planted-settings'),
      addresses: [],
      links: [link],
      bgp_peers: [{ link_name: 'phy0', peers: [peer] }],
      port_config: { geometry: 'qsfp28x1' },
    },
  })
  const userData = 'planted user data: a token for somewhere'
  await admin.ok('project_create', { body: named('planted') })
  await admin.ok('instance_create', {
    query: { project: 'planted' },
    body: {
      ...named('planted'),
      hostname: 'planted',
      ncpus: 1,
      memory: GIB,
      start: false,
      user_data: btoa(userData),
    },
  })
  const password = 'planted-password'
  const user = { external_id: 'planted', password: { mode: 'password', value: password } }
  await admin.ok('local_idp_user_create', { path: {}, query: { silo: 'default' }, body: user })
  const wrong = 'planted-wrong-password'
  await server.anonymous.call('login_local', {
    path: { silo_name: 'default' },
    body: { username: 'planted', password: wrong },
  })
  const signIn = { path: { silo_name: 'default' }, body: { username: 'planted', password } }
  const session = (await server.anonymous.call('login_local', signIn)).headers.get('set-cookie')!.split(/[=;]/)[1]!
  const samlKey = 'planted-saml-key'
  await db
    .insertInto('saml_identity_providers')
    .values({
      id: randomId(),
      ...named('planted-provider'),
      ...times,
      silo_id: siloId,
      idp_entity_id: 'idp',
      sp_client_id: 'sp',
      acs_url: 'https://a.test',
      slo_url: 'https://s.test',
      technical_contact_email: 'a@b.test',
      group_attribute_name: null,
      sign_in_url: 'https://i.test',
      idp_certificates: '[]',
      public_cert: 'public',
      private_key: samlKey,
    })
    .execute()
  const webhook = 'planted-webhook-secret'
  const created = await admin.call('webhook_receiver_create', {
    body: {
      ...named('planted'),
      endpoint: 'https://planted.test/hook-path',
      secrets: [webhook],
      subscriptions: ['**'],
    },
  })
  expect([201, 501]).toContain(created.status)
  const { value: pageTokenKey } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'page_token_key')
    .executeTakeFirstOrThrow()
  return {
    md5,
    password,
    wrong,
    session,
    samlKey,
    webhook,
    userData,
    userDataOnTheWire: btoa(userData),
    certificateKey: pair.key.split('\n')[1]!,
    pageTokenKey: String(pageTokenKey),
  }
}

/** Hashes of credentials in the database. */
async function hashes(): Promise<string[]> {
  const { db } = server
  const passwords = await db.selectFrom('users').select('password_hash').execute()
  const tokens = await db.selectFrom('access_tokens').select('token_hash').execute()
  const sessions = await db.selectFrom('sessions').select('token_hash').execute()
  const hex = [...tokens, ...sessions].map(({ token_hash }) => Buffer.from(token_hash).toString('hex'))
  return [...hex, ...passwords.flatMap(({ password_hash }) => password_hash ?? [])]
}

it('a support bundle contains no secrets', async () => {
  const secrets = await plantSecrets()
  const at = { path: { bundle_id: await collectBundle(server) } }
  const zip = await fromBufferPromise(Buffer.from((await server.admin.call('support_bundle_download', at)).bytes), {
    lazyEntries: true,
  })
  let text = logged.join('\n')
  for await (const entry of zip.eachEntry())
    for await (const chunk of await zip.openReadStreamPromise(entry)) text += chunk
  // Data from the same rows is there, so the search would have found them.
  for (const beside of ['planted-settings', 'planted-bgp', '192.0.2.99', 'login_local', 'instance_create'])
    expect(text).toContain(beside)
  const found = Object.entries(secrets).filter(([, secret]) => secret.length < 8 || text.includes(secret))
  expect(found).toEqual([])
  const credentialHashes = await hashes()
  expect(credentialHashes.length).toBeGreaterThan(3)
  expect(credentialHashes.filter((hash) => text.includes(hash))).toEqual([])
})
