import type { APIRequestContext } from '@playwright/test'
import { type Made, post } from './network.ts'
import { uniqueName } from './test.ts'

interface SiloWish {
  name?: string
  identity_mode?: 'local_only' | 'saml_jit'
  discoverable?: boolean
  admin_group_name?: string
  mapped_fleet_roles?: object
  quotas?: { cpus: number; memory: number; storage: number }
}

/** Creates a silo by the API: by default a local one without quotas. */
export const makeSilo = (request: APIRequestContext, wish: SiloWish = {}): Promise<Made> =>
  post(request, '/v1/system/silos', {
    name: uniqueName('silo'),
    description: 'Of a test',
    identity_mode: 'local_only',
    discoverable: true,
    mapped_fleet_roles: {},
    quotas: { cpus: 0, memory: 0, storage: 0 },
    tls_certificates: [],
    ...wish,
  })
