import type { ServiceUsingCertificate } from '~/api/types.gen.ts'

export const serviceLabel: Record<ServiceUsingCertificate, string> = { external_api: 'External API' }
