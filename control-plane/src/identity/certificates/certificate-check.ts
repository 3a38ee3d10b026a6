import { type CertificateFacts, certificateProblem } from '@skerry/contract/rules/certificates.ts'
import type { X509Certificate } from '@peculiar/x509'
import { ApiError, invalidValue } from '../../kernel/errors.ts'
import { pemBlocks } from './pem.ts'
import { isKeyOf, rsaBits } from './private-key.ts'
import { MAX_RSA_BITS } from './rsa-limits.ts'
import { loadX509 } from './x509.ts'

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'

/** More than any CA needs. Parsing one blocks the event loop for half a millisecond. */
const MAX_CHAIN_LENGTH = 16

/** What is stored of a certificate besides its text. */
export interface CheckedCertificate extends CertificateFacts {
  /** When every certificate of the chain has become valid. */
  starts: Date
}

const invalidCertificate = (why: string) => invalidValue('certificate', why)

/** The first certificate of a PEM chain, and what is stored of the chain. @throws 400 */
async function readChain(pem: string): Promise<{ leaf: X509Certificate; facts: CheckedCertificate }> {
  const { ExtendedKeyUsageExtension, X509Certificate } = await loadX509()
  try {
    const blocks = pemBlocks(pem).filter(({ type }) => type === 'CERTIFICATE')
    if (blocks.length > MAX_CHAIN_LENGTH)
      throw invalidCertificate(`it has ${blocks.length} certificates: send a chain of at most ${MAX_CHAIN_LENGTH}`)
    const chain = blocks.map(({ bytes }) => new X509Certificate(bytes))
    const [leaf] = chain
    if (!leaf) throw invalidCertificate('it has no certificate: send a certificate chain as PEM, leaf first')
    // The library parses extensions when they are read.
    const usages = leaf.getExtension(ExtendedKeyUsageExtension)?.usages
    const facts = {
      names: await namesOf(leaf),
      starts: new Date(Math.max(...chain.map(({ notBefore }) => notBefore.getTime()))),
      expires: new Date(Math.min(...chain.map(({ notAfter }) => notAfter.getTime()))),
      notForServers: usages !== undefined && !usages.includes(SERVER_AUTH),
    }
    return { leaf, facts }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw invalidCertificate('it cannot be parsed: send a certificate chain as PEM, leaf first')
  }
}

/** @throws for a name that PostgreSQL cannot store */
async function namesOf(leaf: X509Certificate): Promise<string[]> {
  const { SubjectAlternativeNameExtension } = await loadX509()
  const alternatives = leaf.getExtension(SubjectAlternativeNameExtension)?.names.items
  const names = alternatives
    ? alternatives.filter(({ type }) => type === 'dns').map(({ value }) => value)
    : leaf.subjectName.getField('CN')
  if (names.some((name) => name.includes('\0') || !name.isWellFormed())) throw new Error('a name is no text')
  return names
}

/**
 * Parses a PEM chain and the key of its first certificate, and checks that the silo can use them.
 * @throws 400 naming `certificate` or `private-key`
 */
export async function checkCertificate(
  { cert, key }: { cert: string; key: string },
  silo: string,
  options: { now: Date; domain: string | undefined },
): Promise<CheckedCertificate> {
  const { leaf, facts } = await readChain(cert)
  const problem = certificateProblem(facts, silo, options)
  if (problem) throw invalidCertificate(problem)
  // Each connection is signed with it, on the event loop.
  if ((rsaBits(leaf.publicKey) ?? 0) > MAX_RSA_BITS)
    throw invalidCertificate(`its RSA key has more than ${MAX_RSA_BITS} bits`)
  const matches = await isKeyOf(leaf.publicKey, key)
  if (matches === undefined)
    throw invalidValue('private-key', 'it cannot be parsed: send the key of the certificate as unencrypted PEM')
  if (!matches) throw invalidValue('private-key', 'it is not the key of the certificate')
  return facts
}
