import { type SamlProvider, SamlProblem, type SamlSubject } from '../../identity/identity-providers/saml.ts'
import { readAssertion } from './assertion.ts'
import { verificationCertificates } from './certificates.ts'
import { decryptAssertion } from './decryption.ts'
import { quoted } from './quoted.ts'
import { verifiedElement } from './signature.ts'
import { children, isNamed, MESSAGE, parseXml } from './xml.ts'

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/**
 * Validates a response and returns its user: signature, issuer, audience, recipient and times.
 * @param response the form's `SAMLResponse`: base64 of XML
 * @throws SamlProblem
 */
export async function readResponse(provider: SamlProvider, response: string, now: Date): Promise<SamlSubject> {
  const assertion = signedAssertion(provider, textOf(response))
  return readAssertion(provider, assertion.toString(), now)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Normalizes line ends, as XML requires. */
const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

function textOf(response: string): string {
  try {
    return withLineFeeds(utf8.decode(Buffer.from(response, 'base64')))
  } catch {
    throw new SamlProblem('it is not UTF-8')
  }
}

/** The only assertion of a response, decrypted if necessary. It or the response must be signed. */
function signedAssertion(provider: SamlProvider, text: string): Element {
  const certificates = verificationCertificates(provider.idp_certificates)
  const received = parseXml(text, MESSAGE)
  if (!isNamed(received, 'protocol', 'Response')) throw new SamlProblem('it is not a Response')
  const response = verifiedElement(text, received, certificates)
  refuseFailure(response ?? received)
  const [found, ...more] = ['Assertion', 'EncryptedAssertion'].flatMap((name) =>
    children(response ?? received, 'assertion', name),
  )
  if (!found || more.length) throw new SamlProblem('it must have one assertion')
  if (found.localName === 'Assertion')
    return requireSigned(response ? found : verifiedElement(text, found, certificates))
  if (provider.private_key === null)
    throw new SamlProblem('the assertion is encrypted, but the provider is configured without a key pair')
  const decrypted = withLineFeeds(decryptAssertion(found, provider.private_key))
  const inner = parseXml(decrypted, MESSAGE)
  if (!isNamed(inner, 'assertion', 'Assertion')) throw new SamlProblem('the encrypted element is not an Assertion')
  // Either the response with the encrypted assertion is signed, or the assertion itself.
  return requireSigned(response ? inner : verifiedElement(decrypted, inner, certificates))
}

function requireSigned(assertion: Element | undefined): Element {
  if (!assertion) throw new SamlProblem('the assertion is not signed')
  return assertion
}

function refuseFailure(response: Element): void {
  const [status] = children(response, 'protocol', 'Status')
  const [code] = status ? children(status, 'protocol', 'StatusCode') : []
  if (code?.getAttribute('Value') === SUCCESS) return
  const [message] = status ? children(status, 'protocol', 'StatusMessage') : []
  const said = message?.textContent?.trim()
  const [subcode] = code ? children(code, 'protocol', 'StatusCode') : []
  const codes = [code, subcode].flatMap((one) => (one ? [quoted(one.getAttribute('Value') ?? '')] : []))
  throw new SamlProblem(
    `the response has a failure status: ${codes.join(', ') || 'no code'}${said ? `, with the message ${quoted(said)}` : ''}`,
  )
}
