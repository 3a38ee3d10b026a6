import type { X509Certificate } from '@peculiar/x509'

/** The certificates to serve, leaf first, each followed by that of its issuer. */
export interface Chain {
  certificates: X509Certificate[]
  /** Remarks for the operator about the certificates that were left out. */
  warnings: string[]
}

/** Maximum characters of a certificate's subject in a message. */
const MAX_SUBJECT_LENGTH = 200

const nameOf = ({ subject }: X509Certificate) => `"${subject.slice(0, MAX_SUBJECT_LENGTH)}"`
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/**
 * Orders the certificates that came with a leaf from issuer to issuer, and leaves out those that have expired or that
 * no other one needs: a client would refuse a connection, or be confused, by certificates that it can do without.
 */
export function chainOf(leaf: X509Certificate, others: readonly X509Certificate[], now: Date): Chain {
  const warnings = others
    .filter(({ notAfter }) => notAfter <= now)
    .map((one) => `Left out ${nameOf(one)}: it has expired on ${dayOf(one.notAfter)}`)
  const usable = new Set(others.filter(({ notAfter }) => notAfter > now))
  const certificates = [leaf]
  let last = leaf
  for (let next = issuerOf(last, usable); next; next = issuerOf(last, usable)) {
    usable.delete(next)
    certificates.push(next)
    last = next
    if (next.notAfter < leaf.notAfter)
      warnings.push(`${nameOf(next)} expires on ${dayOf(next.notAfter)}, before the certificate itself`)
  }
  for (const one of usable) warnings.push(`Left out ${nameOf(one)}: the chain does not need it`)
  if (certificates.length === 1 && leaf.issuer !== leaf.subject)
    warnings.push(
      `The issuer, "${leaf.issuer.slice(0, MAX_SUBJECT_LENGTH)}", is not in the chain: clients that do not know it refuse the certificate`,
    )
  return { certificates, warnings }
}

/** The issuer's certificate; of several, the one that expires last. */
const issuerOf = (of: X509Certificate, among: ReadonlySet<X509Certificate>): X509Certificate | undefined =>
  of.issuer === of.subject
    ? undefined
    : [...among]
        .filter(({ subject }) => subject === of.issuer)
        .toSorted((a, b) => b.notAfter.getTime() - a.notAfter.getTime())[0]
