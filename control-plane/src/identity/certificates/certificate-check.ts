import type { X509Certificate } from '@peculiar/x509'
import { type CertificateFacts, certificateProblem } from '@skerry/contract/rules/certificates.ts'
import { ApiError, invalidValue } from '../../kernel/http/errors.ts'
import { chainOf } from './chain.ts'
import { pemBlocks, pemText } from './pem.ts'
import { isKeyOf, keyBlock, rsaBits } from './private-key.ts'
import { MAX_KEY_BYTES, MAX_RSA_BITS } from './rsa-limits.ts'
import type { Tls } from './tls.ts'
import { loadX509 } from './x509.ts'

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'

/** More than any CA needs. Parsing one blocks the event loop for half a millisecond. */
const MAX_CHAIN_LENGTH = 16

/** Stored columns of a certificate. */
export interface CheckedCertificate extends CertificateFacts {
  /** Written again, since OpenSSL reads fewer forms of PEM than people paste. */
  cert: string
  key: string
  /** When every certificate of the chain has become valid. */
  starts: Date
  warnings: string[]
}

/** What a certificate is checked against, besides its silo. */
export interface CheckOptions {
  now: Date
  domain: string | undefined
  tls: Tls
}

const invalidCertificate = (why: string) => invalidValue('certificate', why, { given: { name: 'cert' } })

const invalidKey = (why: string) => invalidValue('private-key', why, { given: { name: 'key' } })

const asPem = ({ rawData }: X509Certificate) => pemText('CERTIFICATE', new Uint8Array(rawData))

/** The first certificate of a PEM chain, and the stored columns of the chain. @throws 400 */
async function readChain(
  pem: string,
  now: Date,
): Promise<{ leaf: X509Certificate; facts: Omit<CheckedCertificate, 'key'> }> {
  const { ExtendedKeyUsageExtension, X509Certificate } = await loadX509()
  try {
    const blocks = pemBlocks(pem).filter(({ type }) => /^(X509 )?CERTIFICATE$/.test(type))
    if (blocks.length > MAX_CHAIN_LENGTH)
      throw invalidCertificate(`it has ${blocks.length} certificates: send a chain of at most ${MAX_CHAIN_LENGTH}`)
    const [leaf, ...others] = blocks.map(({ bytes }) => new X509Certificate(bytes))
    if (!leaf) throw invalidCertificate('it has no certificate: send a certificate chain as PEM, leaf first')
    // The library parses extensions when they are read.
    const usages = leaf.getExtension(ExtendedKeyUsageExtension)?.usages
    const { certificates, warnings } = chainOf(leaf, others, now)
    const facts = {
      // The last line break is kept as sent, so that text in the usual form is stored unchanged.
      cert: certificates.map(asPem).join('\n') + (pem.endsWith('\n') ? '\n' : ''),
      names: await namesOf(leaf),
      starts: new Date(Math.max(...certificates.map(({ notBefore }) => notBefore.getTime()))),
      expires: leaf.notAfter,
      warnings,
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
  options: CheckOptions,
): Promise<CheckedCertificate> {
  const { leaf, facts } = await readChain(cert, options.now)
  const problem = certificateProblem(facts, silo, options)
  if (problem) throw invalidCertificate(problem)
  // Each connection is signed with it, on the event loop.
  if ((rsaBits(leaf.publicKey) ?? 0) > MAX_RSA_BITS)
    throw invalidCertificate(`its RSA key has more than ${MAX_RSA_BITS} bits`)
  const block = keyBlock(key)
  const keyText = block && block.bytes.length <= MAX_KEY_BYTES ? pemText(block.type, block.bytes) : undefined
  const matches = block && keyText !== undefined ? await isKeyOf(leaf.publicKey, block) : undefined
  // A private key of another type than the certificate's cannot be its key either.
  if (matches === false || (keyText !== undefined && matches === undefined && options.tls.isPrivateKey(keyText)))
    throw invalidKey('it is not the key of the certificate')
  if (keyText === undefined || !matches)
    throw invalidKey('it cannot be parsed: send the key of the certificate as unencrypted PEM')
  const refusal = options.tls.problem({ cert: facts.cert, key: keyText })
  if (refusal !== undefined) throw invalidCertificate(`TLS cannot use it with its key: ${refusal}`)
  return { ...facts, key: keyText }
}
