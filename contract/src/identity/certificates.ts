import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { bounded, dateTime, identity, NameOrId, newIdentity } from '../values.ts'

export const ServiceUsingCertificate = z.literal('external_api').meta({ id: 'ServiceUsingCertificate' })
export type ServiceUsingCertificate = z.infer<typeof ServiceUsingCertificate>

export const Certificate = z
  .object({
    ...identity,
    cert: z.string(),
    /** The DNS names that it covers. */
    names: z.array(z.string()),
    service: ServiceUsingCertificate,
    time_expires: dateTime,
    /** What its chain lacks or has too much; optional, since other servers do not have it. */
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: 'Certificate' })
export type Certificate = z.infer<typeof Certificate>

/** Room for a chain of several certificates, each with many names. */
const MAX_PEM = 32 * 2 ** 10

export const CertificateCreate = z
  .object({ ...newIdentity, cert: bounded(MAX_PEM), key: bounded(MAX_PEM), service: ServiceUsingCertificate })
  .meta({ id: 'CertificateCreate' })
export type CertificateCreate = z.infer<typeof CertificateCreate>

export const certificates = defineOperations({
  certificate_list: {
    tag: 'silos',
    method: 'get',
    path: '/v1/certificates',
    query: page(NameOrIdSortMode),
    paginated: true,
    // Each has a chain of up to 32 KiB.
    maxLimit: 100,
    answer: [200, resultsPage(Certificate)],
  },
  certificate_create: {
    tag: 'silos',
    method: 'post',
    path: '/v1/certificates',
    body: CertificateCreate,
    answer: [201, Certificate],
  },
  certificate_view: {
    tag: 'silos',
    method: 'get',
    path: '/v1/certificates/{certificate}',
    params: z.object({ certificate: NameOrId }),
    answer: [200, Certificate],
  },
  certificate_delete: {
    tag: 'silos',
    method: 'delete',
    path: '/v1/certificates/{certificate}',
    params: z.object({ certificate: NameOrId }),
    answer: [204],
  },
})
