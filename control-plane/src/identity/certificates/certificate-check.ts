import { type CertificateFacts, certificateProblem } from '@skerry/contract/rules/certificates.ts'
import type { X509Certificate } from '@peculiar/x509'
import { ApiError, invalidValue } from '../../kernel/errors.ts'
import { isKeyOf } from './private-key.ts'
import { loadX509 } from './x509.ts'

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'

/** More than any authority needs; reading one holds the event loop for half a millisecond. */
const MOST_IN_A_CHAIN = 16

/** What is kept of a certificate beside its text. */
export interface CheckedCertificate extends CertificateFacts {
  /** From when on every certificate of the chain holds. */
  starts: Date
}

const ofCertificate = (why: string) => invalidValue('certificate', why)

/** The certificates of a PEM text, in their order. @throws 400 */
async function readChain(pem: string): Promise<X509Certificate[]> {
  const { PemConverter, X509Certificate } = await loadX509()
  let chain: X509Certificate[]
  try {
    const blocks = PemConverter.decodeWithHeaders(pem).filter(({ type }) => type === PemConverter.CertificateTag)
    if (blocks.length > MOST_IN_A_CHAIN)
      throw ofCertificate(`it holds ${blocks.length} certificates: give a chain of at most ${MOST_IN_A_CHAIN}`)
    chain = blocks.map(({ rawData }) => new X509Certificate(rawData))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw ofCertificate('it cannot be read: give a chain of certificates as PEM, the own one first')
  }
  if (!chain.length)
    throw ofCertificate('it holds no certificate: give a chain of certificates as PEM, the own one first')
  return chain
}

async function namesOf(leaf: X509Certificate): Promise<string[]> {
  const { SubjectAlternativeNameExtension } = await loadX509()
  const alternatives = leaf.getExtension(SubjectAlternativeNameExtension)?.names.items
  if (!alternatives) return leaf.subjectName.getField('CN')
  return alternatives.filter(({ type }) => type === 'dns').map(({ value }) => value)
}

/**
 * Reads a PEM chain and the key of its first certificate, and holds both against what the silo needs.
 * @throws 400 that names `certificate` or `private-key`
 */
export async function checkCertificate(
  { cert, key }: { cert: string; key: string },
  silo: string,
  options: { now: Date; domain: string | undefined },
): Promise<CheckedCertificate> {
  const { ExtendedKeyUsageExtension } = await loadX509()
  const chain = await readChain(cert)
  const leaf = chain[0]!
  const usages = leaf.getExtension(ExtendedKeyUsageExtension)?.usages
  const checked = {
    names: await namesOf(leaf),
    starts: new Date(Math.max(...chain.map(({ notBefore }) => notBefore.getTime()))),
    expires: new Date(Math.min(...chain.map(({ notAfter }) => notAfter.getTime()))),
    notForServers: usages !== undefined && !usages.includes(SERVER_AUTH),
  }
  const problem = certificateProblem(checked, silo, options)
  if (problem) throw ofCertificate(problem)
  const fits = await isKeyOf(leaf.publicKey, key)
  if (fits === undefined)
    throw invalidValue('private-key', 'it cannot be read: give the key of the certificate as PEM, not encrypted')
  if (!fits) throw invalidValue('private-key', 'it is not the key of the certificate')
  return checked
}
