import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../kernel/services/services.ts'
import { siloView } from './silo.view.ts'

const time = new Date(0)
const row = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'corp',
  description: '',
  discoverable: true,
  identity_mode: 'saml_jit',
  mapped_fleet_roles: {},
  time_created: time,
  time_modified: time,
} as Parameters<ReturnType<typeof siloView>>[0]

it.each([
  [undefined, undefined, undefined],
  ['https://cloud.example.org', undefined, 'https://cloud.example.org'],
  [undefined, 'example.org', 'https://corp.sys.example.org'],
  ['https://cloud.example.org:8443', 'example.org', 'https://corp.sys.example.org:8443'],
  ['http://10.0.0.5:4740', 'example.org', 'http://corp.sys.example.org:4740'],
])('a silo has the origin of its console, with the public URL %s and the domain %s', (publicUrl, domain, origin) => {
  expect(siloView({ ...DEFAULT_SETTINGS, publicUrl, domain })(row).console_origin).toBe(origin)
})
