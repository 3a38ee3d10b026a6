import { createPrivateKey, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { SAML } from '@node-saml/node-saml'
import { decrypt } from 'xml-encryption'
import { z } from 'zod'
import {
  MAX_SAML_NAME,
  type SamlProvider,
  SamlProblem,
  type SamlSubject,
} from '../../identity/identity-providers/saml.ts'
import { asSigned } from './signature.ts'
import { children, isNamed, MAX_MESSAGE_MARKUP, parseXml } from './xml.ts'

/** How far the clocks of a provider and of this server may be apart. */
const CLOCK_SKEW_MS = 60_000

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

export async function readResponse(provider: SamlProvider, response: string, now: Date): Promise<SamlSubject> {
  const assertion = await signedAssertion(provider, textOf(response))
  return subjectOf(provider, await new AssertionReader(provider).read(assertion.toString()), now)
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
  const received = parseXml(text, MAX_MESSAGE_MARKUP)
  if (!isNamed(received, 'protocol', 'Response')) throw new SamlProblem('it is no response')
  const response = asSigned(text, received, keys)
  refuseFailure(response ?? received)
  const [found, ...more] = ['Assertion', 'EncryptedAssertion'].flatMap((name) =>
    children(response ?? received, 'assertion', name),
  )
  if (!found || more.length) throw new SamlProblem('it must have one assertion')
  if (found.localName === 'Assertion') return orUnsigned(response ? found : asSigned(text, found, keys))
  const decrypted = await decryptedText(provider, found)
  const inner = parseXml(decrypted, MAX_MESSAGE_MARKUP)
  if (!isNamed(inner, 'assertion', 'Assertion')) throw new SamlProblem('what it encrypts is no assertion')
  // Signed as it was encrypted, or before.
  return orUnsigned(response ? inner : asSigned(decrypted, inner, keys))
}

function orUnsigned(assertion: Element | undefined): Element {
  if (!assertion) throw new SamlProblem('the assertion is not signed')
  return assertion
}

function refuseFailure(response: Element): void {
  const [status] = children(response, 'protocol', 'Status')
  const [code] = status ? children(status, 'protocol', 'StatusCode') : []
  if (code?.getAttribute('Value') !== SUCCESS) throw new SamlProblem('the provider says that it did not succeed')
}

const decryptXml = promisify((xml: string, key: string, done: (error: Error | null, text?: string) => void): void =>
  // Without this it takes key transport and ciphers that are broken.
  decrypt(xml, { key, disallowDecryptionWithInsecureAlgorithm: true }, done),
)

async function decryptedText({ private_key: der }: SamlProvider, encrypted: Element): Promise<string> {
  if (der === null) throw new SamlProblem('the assertion is encrypted, and the provider has no key pair here')
  const key = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' })
  try {
    return (await decryptXml(encrypted.toString(), key.export({ format: 'pem', type: 'pkcs8' }).toString())) ?? ''
  } catch {
    throw new SamlProblem('the assertion cannot be decrypted')
  }
}

const text = z.object({ _: z.string().trim().min(1) })
/** One without content and attributes is read as an empty text. */
const element = <T extends z.ZodRawShape>(shape: T) =>
  z.preprocess((value) => (value === '' ? {} : value), z.object(shape))
const time = z.iso.datetime()
const period = z.object({ NotBefore: time.optional(), NotOnOrAfter: time.optional() })

/** Of an assertion as node-saml reads it: elements by local name, attributes in `$`, text in `_`. */
const Assertion = z.object({
  $: z.object({ ID: z.string().min(1) }),
  Issuer: z.tuple([text]),
  Subject: z.tuple([
    z.object({
      NameID: z.tuple([text]),
      SubjectConfirmation: z.array(
        z.object({
          $: z.object({ Method: z.string() }),
          SubjectConfirmationData: z
            .tuple([z.object({ $: period.extend({ NotOnOrAfter: time, Recipient: z.string().optional() }) })])
            .optional(),
        }),
      ),
    }),
  ]),
  Conditions: z.tuple([z.object({ $: period.optional() })]),
  AttributeStatement: z
    .array(
      element({
        Attribute: z
          .array(
            z.object({
              $: z.object({ Name: z.string() }),
              AttributeValue: z.array(element({ _: z.string().default('') })).default([]),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
})
type Assertion = z.output<typeof Assertion>

/** Reads what is known to be signed, and holds it against the audience. */
class AssertionReader extends SAML {
  constructor({ sp_client_id, acs_url, idp_certificates }: SamlProvider) {
    super({
      issuer: sp_client_id,
      audience: sp_client_id,
      callbackUrl: acs_url,
      idpCert: idp_certificates,
      // Times are looked at below, by the clock of the database.
      acceptedClockSkewMs: -1,
    })
  }

  async read(xml: string): Promise<Assertion> {
    let read: unknown
    try {
      const { profile } = await this.processValidlySignedAssertionAsync(xml, '', null)
      read = profile.getAssertion?.()['Assertion']
    } catch {
      throw new SamlProblem('the assertion is for another audience, or cannot be read')
    }
    const result = Assertion.safeParse(read)
    if (!result.success) throw new SamlProblem(`the assertion lacks ${result.error.issues[0]?.path.join('.')}`)
    return result.data
  }
}

function subjectOf(provider: SamlProvider, assertion: Assertion, now: Date): SamlSubject {
  const [{ NameID, SubjectConfirmation }] = assertion.Subject
  const nameId = NameID[0]._
  if (assertion.Issuer[0]._ !== provider.idp_entity_id) throw new SamlProblem('it is of another issuer')
  if (nameId.length > MAX_SAML_NAME) throw new SamlProblem('its NameID is too long')
  const conditions = assertion.Conditions[0].$ ?? {}
  refuseOutside(conditions, now)
  const confirmations = SubjectConfirmation.flatMap(({ $, SubjectConfirmationData: data }) =>
    $.Method === BEARER && data ? [data[0].$] : [],
  )
  const confirmation = confirmations.find(({ Recipient }) => Recipient === provider.acs_url)
  if (!confirmation) throw new SamlProblem('it is for another recipient')
  refuseOutside(confirmation, now)
  const ends = [confirmation.NotOnOrAfter, conditions.NotOnOrAfter ?? confirmation.NotOnOrAfter].map(Date.parse)
  return {
    nameId,
    groups: groupsOf(assertion, provider.group_attribute_name),
    assertionId: assertion.$.ID,
    expires: new Date(Math.min(...ends) + CLOCK_SKEW_MS),
  }
}

function refuseOutside({ NotBefore: begin, NotOnOrAfter: end }: z.output<typeof period>, now: Date): void {
  if (begin && now.getTime() + CLOCK_SKEW_MS < Date.parse(begin)) throw new SamlProblem('it is not valid yet')
  if (end && now.getTime() - CLOCK_SKEW_MS >= Date.parse(end)) throw new SamlProblem('it has expired')
}

const groupsOf = ({ AttributeStatement: statements }: Assertion, attribute: string | null): string[] =>
  statements
    .flatMap((statement) => statement.Attribute)
    .filter(({ $ }) => $.Name === attribute)
    .flatMap(({ AttributeValue: values }) => values.map(({ _: value }) => value))
