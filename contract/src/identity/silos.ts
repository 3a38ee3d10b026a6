import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { ByteCount, identity, int64, NameOrId, newIdentity } from '../values.ts'
import { CertificateCreate } from './certificates.ts'
import { FleetRole, SiloRole } from './policies.ts'

export const SiloIdentityMode = z.enum(['saml_jit', 'local_only']).meta({ id: 'SiloIdentityMode' })
export type SiloIdentityMode = z.infer<typeof SiloIdentityMode>

export const Silo = z
  .object({
    ...identity,
    discoverable: z.boolean(),
    identity_mode: SiloIdentityMode,
    mapped_fleet_roles: z.partialRecord(SiloRole, z.array(FleetRole)),
    /** Where its users' browsers find the console, if the operator configured it. Beyond the wire contract. */
    console_origin: z.string().optional(),
  })
  .meta({ id: 'Silo' })
export type Silo = z.infer<typeof Silo>

export const SiloQuotasCreate = z
  .object({ cpus: int64, memory: ByteCount, storage: ByteCount })
  .meta({ id: 'SiloQuotasCreate' })
export type SiloQuotasCreate = z.infer<typeof SiloQuotasCreate>

export const SiloCreate = z
  .object({
    ...newIdentity,
    admin_group_name: z.string().nullish(),
    discoverable: z.boolean(),
    identity_mode: SiloIdentityMode,
    mapped_fleet_roles: z.partialRecord(SiloRole, z.array(FleetRole)).default({}),
    quotas: SiloQuotasCreate,
    tls_certificates: z.array(CertificateCreate),
  })
  .meta({ id: 'SiloCreate' })
export type SiloCreate = z.infer<typeof SiloCreate>

export const silos = defineOperations({
  silo_list: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/silos',
    query: page(NameOrIdSortMode),
    paginated: true,
    answer: [200, resultsPage(Silo)],
  },
  silo_create: {
    tag: 'system/silos',
    method: 'post',
    path: '/v1/system/silos',
    body: SiloCreate,
    answer: [201, Silo],
  },
  silo_view: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/silos/{silo}',
    params: z.object({ silo: NameOrId }),
    answer: [200, Silo],
  },
  silo_delete: {
    tag: 'system/silos',
    method: 'delete',
    path: '/v1/system/silos/{silo}',
    params: z.object({ silo: NameOrId }),
    answer: [204],
  },
})
