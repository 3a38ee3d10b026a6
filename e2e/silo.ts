import type { APIRequestContext } from '@playwright/test'
import { certified } from '../control-plane/src/testing/certified.ts'
import { providerBody } from '../control-plane/src/testing/identity-provider.ts'
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

/** Creates a silo whose users sign in by SAML. @returns its name and that of its identity provider, which does not exist */
export async function makeSamlSilo(request: APIRequestContext): Promise<{ samlSilo: string; provider: string }> {
  const { name } = await makeSilo(request, { identity_mode: 'saml_jit' })
  const body = providerBody(await certified())
  const provider = await post(request, `/v1/system/identity-providers/saml?silo=${name}`, body)
  return { samlSilo: name, provider: provider.name }
}
