import type { Certified } from './certified.ts'
import { assertionXml, encryptAssertion, responseXml, type AssertionFields, signXml } from './identity-provider.ts'

/** Keys of a provider and of its service; neither knows `stranger`. */
export interface Keys {
  idp: Certified
  sp: Certified
  stranger: Certified
}

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const XENC = 'http://www.w3.org/2001/04/xmlenc#'
const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion'
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'

const times = (count: number, each: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => each(i)).join('')
const nested = (depth: number, open: (i: number) => string, inner: string): string =>
  times(depth, (i) => `<n${open(i)}>`) + inner + '</n>'.repeat(depth)
const namespaces = (count: number, from = 0): string => times(count, (i) => ` xmlns:p${from + i}="urn:${from + i}"`)
const attributes = (count: number): string => times(count, (i) => ` a${i}=""`)

interface Signature {
  uri?: string
  references?: number
  transforms?: string
  canonicalization?: string
  value?: string
  /** After the signature's value. */
  more?: string
}
const transform = (algorithm: string, inner = '') => `<Transform Algorithm="${algorithm}">${inner}</Transform>`
const prefixes = (list: string) => `<InclusiveNamespaces xmlns="${EXCLUSIVE}" PrefixList="${list}"/>`

/** A forged signature, with an invalid digest and value. */
const signature = ({ uri = '#_a', references = 1, transforms = transform(EXCLUSIVE), ...more }: Signature = {}) =>
  `<Signature xmlns="${DS}"><SignedInfo>${more.canonicalization ?? `<CanonicalizationMethod Algorithm="${C14N}"/>`}` +
  `<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>` +
  `<Reference URI="${uri}"><Transforms>${transforms}</Transforms><DigestMethod Algorithm="${XENC}sha256"/><DigestValue>AAAA</DigestValue></Reference>`.repeat(
    references,
  ) +
  `</SignedInfo><SignatureValue>${more.value ?? 'AAAA'}</SignatureValue>${more.more ?? ''}</Signature>`

const assertion = (inner: string, id = '_a') => `<Assertion xmlns="${SAML}" ID="${id}">${inner}</Assertion>`
const forged = (how: Signature, inner = '') => responseXml(assertion(signature(how) + inner))
/** A forged response with attributes on its root element. */
const within = (open: string, how: Signature, inner: string) =>
  forged(how, inner).replace('<samlp:Response', `<samlp:Response${open}`)

const cipher = (value: string) => `<CipherData><CipherValue>${value}</CipherValue></CipherData>`
const OAEP = `<EncryptionMethod Algorithm="${XENC}rsa-oaep-mgf1p"/>`
const encryptedKey = (value = 'AAAA') => `<EncryptedKey xmlns="${XENC}">${OAEP}${cipher(value)}</EncryptedKey>`
const encrypted = (keyInfo: string, data = cipher('AAAA')) =>
  responseXml(
    `<EncryptedAssertion xmlns="${SAML}"><EncryptedData xmlns="${XENC}"><EncryptionMethod Algorithm="${XENC}aes256-cbc"/>` +
      `<KeyInfo xmlns="${DS}">${keyInfo}</KeyInfo>${data}</EncryptedData></EncryptedAssertion>`,
  )
const INJECTION = `#' or count(//*[count(//*[count(//*)=0])=0])=0 or '`
const retrieval = (uri: string, beside: number) => encrypted(`<RetrievalMethod URI="${uri}"/>${'<x/>'.repeat(beside)}`)

/** Unsigned responses, each as expensive to process as possible. */
export async function forgedResponses({ sp, stranger }: Keys, now: Date): Promise<Record<string, string>> {
  const inside = (xml: string) => encryptAssertion(xml, sp, 'aes256-cbc').then((part) => responseXml(part))
  const large = 'A'.repeat(150_000)
  return {
    'an XPath in a RetrievalMethod': retrieval(INJECTION, 60),
    'an XPath in a RetrievalMethod beside more elements': retrieval(INJECTION, 160),
    'a RetrievalMethod': retrieval('#key', 0),
    'a hundred encrypted keys': encrypted(encryptedKey().repeat(100)),
    'encrypted data within encrypted data': encrypted(nested(15, () => '', encryptedKey())),
    'a thousand cipher values': encrypted(encryptedKey(), cipher('AAAA').repeat(600)),
    'a large encrypted key': encrypted(encryptedKey(large)),
    'large encrypted data': encrypted(encryptedKey(), cipher(large)),
    'encrypted nested namespaces': await inside(nested(18, (i) => namespaces(30, 30 * i), '<e/>'.repeat(1700))),
    'an encrypted forgery of many elements': await inside(
      assertion(signature({ transforms: transform(C14N) }) + '<e/>'.repeat(2300)),
    ),
    '50 transforms': forged({ transforms: transform(C14N).repeat(50) }, '<e/>'.repeat(1700)),
    '50 transforms below nested namespaces': forged(
      { transforms: transform(C14N).repeat(50) },
      nested(18, (i) => namespaces(30, 30 * i), '<e/>'.repeat(1700)),
    ),
    '20 references': forged({ references: 8 }, '<e/>'.repeat(2200)),
    'one transform over many elements': forged({ transforms: transform(C14N) }, '<e/>'.repeat(2300)),
    'a list of 20,000 prefixes': forged(
      { transforms: transform(EXCLUSIVE, prefixes('p '.repeat(20_000))) },
      '<e q="" xmlns:q="urn:q"/>'.repeat(2200),
    ),
    'a list of prefixes for the signature itself': forged({
      canonicalization: `<CanonicalizationMethod Algorithm="${EXCLUSIVE}">${prefixes('p '.repeat(50_000))}</CanonicalizationMethod>`,
    }),
    'a transform by XPath': forged({
      transforms: transform('http://www.w3.org/TR/1999/REC-xpath-19991116', '<XPath>//*</XPath>'),
    }),
    'a transform by XSLT': forged({ transforms: transform('http://www.w3.org/TR/1999/REC-xslt-19991116') }),
    'a quote in the reference': forged({ uri: `#_a'] or //*[count(//*)=0` }, '<e/>'.repeat(2200)),
    'a reference to the document': forged({ uri: '' }, '<e/>'.repeat(2300)),
    'two thousand elements of one id': forged({}, '<e ID="_a"/>'.repeat(2300)),
    'a thousand signed infos': forged({}, `<SignedInfo/>`.repeat(2300)),
    'a large signature value': forged({ value: large }),
    'a signature with an object': forged({ more: `<Object>${'<e/>'.repeat(2200)}</Object>` }),
    'many certificates of its own': forged({
      more: `<KeyInfo>${`<X509Data><X509Certificate>${stranger.certificate}</X509Certificate></X509Data>`.repeat(25)}</KeyInfo>`,
    }),
    'a signature by a stranger, over many elements': signXml(
      responseXml(assertionXml({ groups: Array.from({ length: 900 }, (_, i) => `group-${i}`) }, now)),
      stranger,
    ),
    'nested namespaces': forged(
      {},
      nested(18, (i) => namespaces(30, 30 * i), '<e/>'.repeat(1700)),
    ),
    'as many namespaces as may be': within(
      namespaces(11),
      { transforms: transform(C14N) },
      nested(18, () => '', '<e xmlns:q="urn:q"/>'.repeat(2200)),
    ),
    'namespaces of each element': forged(
      { transforms: transform(C14N) },
      times(160, (i) => `<e${namespaces(28, 28 * i)}/>`),
    ),
    'as many attributes as may be': forged({ transforms: transform(C14N) }, `<e${attributes(32)}/>`.repeat(150)),
    'an element of 20,000 attributes': forged({}, `<e${attributes(20_000)}/>`),
    'deep nesting': forged(
      {},
      nested(900, () => '', ''),
    ),
    'comments that part a text': forged({}, '<!---->x'.repeat(2300)),
    'sections of characters': forged({}, '<![CDATA[x]]>'.repeat(2300)),
    'processing instructions': forged({}, '<?x y?>'.repeat(2300)),
    '30,000 references to characters': forged({ transforms: transform(C14N) }, '&#65;'.repeat(30_000)),
    '150,000 lines': forged({ transforms: transform(C14N) }, '\n'.repeat(150_000)),
    'entities that grow': `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${forged({}, '&b;'.repeat(10_000))}`,
    'a prefix of 100,000 characters': forged({}, `<${'p'.repeat(50_000)}:e xmlns:${'p'.repeat(50_000)}="urn:p"/>`),
    'an id of 100,000 characters': forged({ uri: `#${'i'.repeat(50_000)}` }).replace(
      'ID="_a"',
      `ID="${'i'.repeat(50_000)}"`,
    ),
    'attributes that do not end': forged({}, '<e a="'.repeat(2000)),
    'tags that do not end': forged({}, '<e '.repeat(2300)),
  }
}

/** Responses with valid signatures of the provider. */
export function signedResponses({ idp }: Keys, now: Date): Record<string, string> {
  const signed = (said: AssertionFields, change: (xml: string) => string = (xml) => xml) =>
    signXml(responseXml(change(assertionXml(said, now))), idp)
  const inStatement = (inner: string) => (xml: string) =>
    xml.replace('</saml:Assertion>', `<saml:AttributeStatement>${inner}</saml:AttributeStatement></saml:Assertion>`)
  return {
    '40,000 groups': signed({ groups: [times(40_000, (i) => `${i},`)] }),
    '1001 groups': signed({ groups: [times(1001, (i) => `${i},`)] }),
    'a name with a zero': signed({ nameId: 'a&#0;b' }),
    'a name with a line break': signed({ nameId: 'a&#10;b' }),
    'a name with half a character': signed({ nameId: 'a&#xD800;b' }),
    'a name with an element in it': signed({ nameId: 'ad<x xmlns=""/>a' }),
    'a group with a zero': signed({ groups: ['a&#0;b'] }),
    'a group with a line break': signed({ groups: ['a&#10;b'] }),
    'a group with an element in it': signed({ groups: ['cr<x xmlns=""/>ew'] }),
    'a name of 100,000 characters': signed({ nameId: 'a'.repeat(100_000) }),
    'two thousand audiences': signed({}, (xml) =>
      xml.replace(/<saml:Audience>.*<\/saml:Audience>/, '<saml:Audience>x</saml:Audience>'.repeat(1200)),
    ),
    'nested namespaces that are signed': signed(
      {},
      inStatement(nested(18, (i) => namespaces(30, 30 * i), '<e/>'.repeat(1700))),
    ),
  }
}
