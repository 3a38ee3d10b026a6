import type { Certificate as CertificateView } from '@skerry/contract/identity/certificates.ts'
import { namedView } from '../../kernel/http/named.view.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { ListedCertificate } from './certificates.repo.ts'

export const certificateView = (row: ListedCertificate): CertificateView => ({
  ...namedView(row),
  service: 'external_api',
  cert: row.cert,
  names: row.names,
  warnings: row.warnings,
  time_expires: timestamp(row.time_expires),
})
