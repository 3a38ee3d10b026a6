import type { CertificateCreate, SiloCreate, SiloIdentityMode } from '~/api/types.gen.ts'
import type { QuotaValues } from '~/identity/quotas/quota-fields.tsx'
import { resources } from '~/identity/utilization/resources.ts'

/** The form of a new silo. */
export interface SiloValues {
  name: string
  description: string
  discoverable: boolean
  quotas: QuotaValues
  identityMode: SiloIdentityMode
  adminGroupName: string
  /** Silo admins are fleet admins. */
  adminsRunFleet: boolean
  /** Silo viewers are fleet viewers. */
  viewersSeeFleet: boolean
  tlsCertificates: CertificateCreate[]
}

export const newSilo: SiloValues = {
  name: '',
  description: '',
  discoverable: true,
  quotas: { cpus: 0, memory: 0, storage: 0 },
  identityMode: 'saml_jit',
  adminGroupName: '',
  adminsRunFleet: false,
  viewersSeeFleet: false,
  tlsCertificates: [],
}

const amount = (quotas: QuotaValues, key: keyof QuotaValues): number =>
  (quotas[key] ?? 0) * (resources.find((resource) => resource.key === key)?.scale ?? 1)

export const siloBody = (values: SiloValues): SiloCreate => {
  const { name, description, discoverable, identityMode, tlsCertificates, quotas, adminGroupName } = values
  return {
    name,
    description,
    discoverable,
    identityMode,
    tlsCertificates,
    quotas: {
      cpus: amount(quotas, 'cpus'),
      memory: amount(quotas, 'memory'),
      storage: amount(quotas, 'storage'),
    },
    mappedFleetRoles: {
      ...(values.adminsRunFleet && { admin: ['admin'] }),
      ...(values.viewersSeeFleet && { viewer: ['viewer'] }),
    },
    ...(identityMode === 'saml_jit' && adminGroupName && { adminGroupName }),
  }
}
