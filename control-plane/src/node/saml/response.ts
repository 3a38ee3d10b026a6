import { X509Certificate } from 'node:crypto'
import { type SamlProvider, SamlProblem, type SamlSubject } from '../../identity/identity-providers/saml.ts'
import { readAssertion } from './assertion.ts'
import { decryptAssertion } from './decryption.ts'
import { asSigned } from './signature.ts'
import { children, isNamed, MESSAGE, parseXml } from './xml.ts'

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/**
 * The person that a response is about: the provider itself has signed it, for this server, for now.
 * @param response the form's `SAMLResponse`: base64 of XML
 * @throws SamlProblem
 */
export async function readResponse(provider: SamlProvider, response: string, now: Date): Promise<SamlSubject> {
  const assertion = await signedAssertion(provider, textOf(response))
  return readAssertion(provider, assertion.toString(), now)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Its line ends as an XML parser has to make them. */
function textOf(response: string): string {
  try {
    return utf8.decode(Buffer.from(response, 'base64')).replaceAll(/\r\n?/g, '\n')
  } catch {
    throw new SamlProblem('it is not UTF-8')
  }
}

/** The one assertion of a response, which it or the response around it has signed; decrypted where it was encrypted. */
async function signedAssertion(provider: SamlProvider, text: string): Promise<Element> {
  const keys = provider.idp_certificates.map((der) => new X509Certificate(Buffer.from(der, 'base64')).publicKey)
  const received = parseXml(text, MESSAGE)
  if (!isNamed(received, 'protocol', 'Response')) throw new SamlProblem('it is no response')
  const response = asSigned(text, received, keys)
  refuseFailure(response ?? received)
  const [found, ...more] = ['Assertion', 'EncryptedAssertion'].flatMap((name) =>
    children(response ?? received, 'assertion', name),
  )
  if (!found || more.length) throw new SamlProblem('it must have one assertion')
  if (found.localName === 'Assertion') return requireSigned(response ? found : asSigned(text, found, keys))
  if (provider.private_key === null)
    throw new SamlProblem('the assertion is encrypted, and the provider has no key pair here')
  const decrypted = await decryptAssertion(found, provider.private_key)
  const inner = parseXml(decrypted, MESSAGE)
  if (!isNamed(inner, 'assertion', 'Assertion')) throw new SamlProblem('what it encrypts is no assertion')
  // Signed as it was encrypted, or before.
  return requireSigned(response ? inner : asSigned(decrypted, inner, keys))
}

function requireSigned(assertion: Element | undefined): Element {
  if (!assertion) throw new SamlProblem('the assertion is not signed')
  return assertion
}

function refuseFailure(response: Element): void {
  const [status] = children(response, 'protocol', 'Status')
  const [code] = status ? children(status, 'protocol', 'StatusCode') : []
  if (code?.getAttribute('Value') !== SUCCESS) throw new SamlProblem('the provider says that it did not succeed')
}
