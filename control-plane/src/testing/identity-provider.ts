import { createHash, createPublicKey, sign as signBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { SignedXml } from 'xml-crypto'
import { encrypt, type EncryptOptions } from 'xml-encryption'
import { randomId } from '../kernel/values/uuid.ts'
import type { Certified } from './certified.ts'
import type { TestServer } from './test-server.ts'

export const metadataXml = (idp: { entityId: string; signInUrl: string; certificates: string[] }): string => `
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${idp.entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${idp.certificates
      .map(
        (certificate) => `<md:KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
      <X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></md:KeyDescriptor>`,
      )
      .join('')}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${idp.signInUrl}/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${idp.signInUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`

/** Fields of an assertion, written unescaped so that a test can write anything. */
export interface AssertionFields {
  id?: string
  issuer?: string
  nameId?: string
  audience?: string
  recipient?: string
  notBefore?: Date
  notOnOrAfter?: Date
  /** Values of the attribute `groups`. */
  groups?: string[]
}

const SAML = 'urn:oasis:names:tc:SAML:2.0'

/** An assertion, valid for five minutes from `now`. */
export function assertionXml(said: AssertionFields, now: Date): string {
  const begin = (said.notBefore ?? now).toISOString()
  const end = (said.notOnOrAfter ?? new Date(now.getTime() + 300_000)).toISOString()
  const groups = said.groups?.map((group) => `<saml:AttributeValue>${group}</saml:AttributeValue>`).join('')
  return (
    `<saml:Assertion xmlns:saml="${SAML}:assertion" ID="${said.id ?? `_${randomId()}`}" Version="2.0" IssueInstant="${begin}">` +
    `<saml:Issuer>${said.issuer ?? 'https://idp.test'}</saml:Issuer>` +
    `<saml:Subject><saml:NameID>${said.nameId ?? 'ada'}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="${SAML}:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${said.recipient ?? 'https://skerry.test/acs'}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${begin}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${said.audience ?? 'skerry'}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${begin}"><saml:AuthnContext><saml:AuthnContextClassRef>${SAML}:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    (groups
      ? `<saml:AttributeStatement><saml:Attribute Name="groups">${groups}</saml:Attribute></saml:AttributeStatement>`
      : '') +
    `</saml:Assertion>`
  )
}

export const responseXml = (inner: string, { status = 'Success', id = `_${randomId()}` } = {}): string =>
  `<samlp:Response xmlns:samlp="${SAML}:protocol" ID="${id}" Version="2.0" IssueInstant="2026-01-01T00:00:00Z">` +
  `<samlp:Status><samlp:StatusCode Value="${SAML}:status:${status}"/></samlp:Status>${inner}</samlp:Response>`

export interface Signing {
  /** Local name of the element to be signed. */
  element?: 'Assertion' | 'Response'
  signature?: string
  digest?: string
}

const hashOf = (algorithm: string): string => /sha\d+$/.exec(algorithm)![0]

/** The XML with one of its elements signed. */
export function signXml(xml: string, { key }: Certified, how: Signing = {}): string {
  const element = how.element ?? 'Assertion'
  const signatureAlgorithm = how.signature ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
  const signed = new SignedXml({
    privateKey: key,
    signatureAlgorithm,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    getKeyInfoContent: () => null,
  })
  const hash = hashOf(signatureAlgorithm)
  signed.SignatureAlgorithms[signatureAlgorithm] = class {
    getAlgorithmName = () => signatureAlgorithm
    getSignature = (text: unknown) =>
      signBytes(hash, Buffer.from(String(text)), { key, dsaEncoding: 'ieee-p1363' }).toString('base64')
    verifySignature = () => false
  }
  const digestAlgorithm = how.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256'
  signed.HashAlgorithms[digestAlgorithm] = class {
    getAlgorithmName = () => digestAlgorithm
    getHash = (text: string) => createHash(hashOf(digestAlgorithm)).update(text).digest('base64')
  }
  signed.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    digestAlgorithm,
  })
  signed.computeSignature(xml, { location: { reference: `//*[local-name(.)='${element}']`, action: 'append' } })
  return signed.getSignedXml()
}

/** Encrypts an assertion for that key. */
export async function encryptAssertion(
  assertion: string,
  { certificatePem, key }: Certified,
  cipher: string,
): Promise<string> {
  const namespace = cipher.endsWith('gcm') ? 'http://www.w3.org/2009/xmlenc11#' : 'http://www.w3.org/2001/04/xmlenc#'
  const options = {
    rsa_pub: createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString(),
    pem: certificatePem,
    encryptionAlgorithm: `${namespace}${cipher}` as EncryptOptions['encryptionAlgorithm'],
    keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    warnInsecureAlgorithm: false,
  } as const
  const encrypted = await promisify<string>((done) => encrypt(assertion, options, done))()
  return `<saml:EncryptedAssertion xmlns:saml="${SAML}:assertion">${encrypted}</saml:EncryptedAssertion>`
}

/** Creates a silo with users from an identity provider. */
export async function samlSilo(server: TestServer, name: string): Promise<string> {
  const id = await server.silo(name)
  await server.db.updateTable('silos').set({ identity_mode: 'saml_jit' }).where('id', '=', id).execute()
  return id
}

/** The body for creating a provider whose assertions `by` signs. */
export const providerBody = (by: Certified, more: object = {}) => ({
  name: 'corporate',
  description: '',
  acs_url: 'https://skerry.test/acs',
  slo_url: 'https://skerry.test/slo',
  idp_entity_id: 'https://idp.test',
  sp_client_id: 'skerry',
  technical_contact_email: 'somebody@skerry.test',
  group_attribute_name: 'groups',
  idp_metadata_source: metadataSource({ certificates: [by.certificate] }),
  ...more,
})

export const metadataSource = (metadata: Partial<Parameters<typeof metadataXml>[0]>) => ({
  type: 'base64_encoded_xml',
  data: base64(
    metadataXml({ entityId: 'https://idp.test', signInUrl: 'https://idp.test/sso', certificates: [], ...metadata }),
  ),
})

export const base64 = (text: string): string => Buffer.from(text).toString('base64')
