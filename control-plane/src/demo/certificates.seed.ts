import { makeCertificate } from '../identity/certificates/self-signed.ts'
import { daysAgo, known, namedRow, type Seeding } from './seeding.ts'

/** `days` until it expires. */
const CERTIFICATES = [
  { silo: 'default', name: 'harbour', days: 320, names: ['default.sys.harbour.example', '*.sys.harbour.example'] },
  { silo: 'default', name: 'harbour-of-last-year', days: 20, names: ['default.sys.harbour.example'] },
  { silo: 'north-quay', name: 'quay', days: 150, names: ['north-quay.sys.harbour.example'] },
] as const

/** Self-signed certificates, one of which expires soon. */
export async function seedCertificates(seeding: Seeding, silos: ReadonlyMap<string, string>): Promise<void> {
  for (const { silo, name, days, names } of CERTIFICATES) {
    const [starts, expires] = [daysAgo(seeding, 365 - days), daysAgo(seeding, -days)]
    const { cert, key } = await makeCertificate({ names, from: starts.toISOString(), until: expires.toISOString() })
    await seeding.tx
      .insertInto('certificates')
      .values({
        ...namedRow(seeding, name, 'Self-signed, for the demo', 365 - days),
        silo_id: known(silos, silo),
        cert,
        private_key: key,
        names: JSON.stringify(names),
        time_starts: starts,
        time_expires: expires,
      })
      .execute()
  }
}
