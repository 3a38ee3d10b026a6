import { SAML } from '@node-saml/node-saml'
import { z } from 'zod'
import {
  isSamlName,
  MAX_SAML_GROUPS,
  MAX_SAML_NAME,
  type SamlProvider,
  SamlProblem,
  type SamlSubject,
} from '../../identity/identity-providers/saml.ts'

/** Maximum difference between the clocks of a provider and this server. */
const CLOCK_SKEW_MS = 60_000

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** The parser returns an empty string for an element without content and attributes. */
const element = <T extends z.ZodType>(shape: T) => z.preprocess((value) => (value === '' ? {} : value), shape)
const text = z.object({ _: z.string().trim().min(1) })
const attributes = z.record(z.string(), z.unknown()).optional()
/** Strict: the parser joins the text around child elements, so an element that has any is refused. */
const NameId = z.strictObject({ _: z.string().trim().min(1), $: attributes })
const GroupValue = element(z.strictObject({ _: z.string().default(''), $: attributes }))
const time = z.iso.datetime()
const period = z.object({ NotBefore: time.optional(), NotOnOrAfter: time.optional() })

/** An assertion as node-saml parses it: elements by local name, attributes in `$`, text in `_`. */
const Assertion = z.object({
  $: z.object({ ID: z.string().min(1) }),
  Issuer: z.tuple([text]),
  Subject: z.tuple([
    z.object({
      NameID: z.tuple([NameId]),
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
      element(
        z.object({
          Attribute: z
            .array(z.object({ $: z.object({ Name: z.string() }), AttributeValue: z.array(z.unknown()).default([]) }))
            .default([]),
        }),
      ),
    )
    .default([]),
})
type Assertion = z.output<typeof Assertion>

/**
 * Validates an assertion and returns its user.
 * @param xml must have a verified signature of the provider
 * @throws SamlProblem
 */
export async function readAssertion(provider: SamlProvider, xml: string, now: Date): Promise<SamlSubject> {
  const assertion = await new AssertionReader(provider).read(xml)
  const [{ NameID, SubjectConfirmation }] = assertion.Subject
  const nameId = NameID[0]._
  if (assertion.Issuer[0]._ !== provider.idp_entity_id) throw new SamlProblem('the issuer is another one')
  if (NameID[0].$?.['Format'] === TRANSIENT)
    throw new SamlProblem(
      'its NameID is transient, so each sign-in would be of a new user: ' +
        'let the identity provider send a lasting one, such as the e-mail address or a persistent id',
    )
  if (nameId.length > MAX_SAML_NAME) throw new SamlProblem('its NameID is too long')
  if (!isSamlName(nameId)) throw new SamlProblem('its NameID has control characters')
  const conditions = assertion.Conditions[0].$ ?? {}
  requireWithin(conditions, now)
  const confirmations = SubjectConfirmation.flatMap(({ $, SubjectConfirmationData: data }) =>
    $.Method === BEARER && data ? [data[0].$] : [],
  )
  const confirmation = confirmations.find(({ Recipient }) => Recipient === provider.acs_url)
  if (!confirmation) throw new SamlProblem('the recipient is another one')
  requireWithin(confirmation, now)
  const ends = [confirmation.NotOnOrAfter, conditions.NotOnOrAfter ?? confirmation.NotOnOrAfter].map(Date.parse)
  return {
    nameId,
    groups: groupNames(groupValues(assertion, provider.group_attribute_name)),
    assertionId: assertion.$.ID,
    expires: new Date(Math.min(...ends) + CLOCK_SKEW_MS),
  }
}

/** Parses an assertion and checks its audience. */
class AssertionReader extends SAML {
  constructor({ sp_client_id, acs_url, idp_certificates }: SamlProvider) {
    super({
      issuer: sp_client_id,
      audience: sp_client_id,
      callbackUrl: acs_url,
      idpCert: idp_certificates,
      // Times are checked by `readAssertion`, with the clock of the database.
      acceptedClockSkewMs: -1,
    })
  }

  async read(xml: string): Promise<Assertion> {
    let parsed: unknown
    try {
      const { profile } = await this.processValidlySignedAssertionAsync(xml, '', null)
      parsed = profile.getAssertion?.()['Assertion']
    } catch {
      throw new SamlProblem('the assertion is for another audience, or cannot be parsed')
    }
    const result = Assertion.safeParse(parsed)
    if (!result.success) throw new SamlProblem(`the assertion lacks ${result.error.issues[0]?.path.join('.')}`)
    return result.data
  }
}

function requireWithin({ NotBefore: begin, NotOnOrAfter: end }: z.output<typeof period>, now: Date): void {
  if (begin && now.getTime() + CLOCK_SKEW_MS < Date.parse(begin)) throw new SamlProblem('it is not valid yet')
  if (end && now.getTime() - CLOCK_SKEW_MS >= Date.parse(end)) throw new SamlProblem('it has expired')
}

function groupValues({ AttributeStatement: statements }: Assertion, attribute: string | null): string[] {
  const values = statements
    .flatMap((statement) => statement.Attribute)
    .filter(({ $ }) => $.Name === attribute)
    .flatMap(({ AttributeValue }) => AttributeValue)
  const result = z.array(GroupValue).safeParse(values)
  if (!result.success) throw new SamlProblem('a group has child elements')
  return result.data.map(({ _: value }) => value)
}

/** How an LDAP name begins: an attribute type of RFC 4514, or an object identifier. */
const LDAP_NAME = /^\s*(cn|l|st|o|ou|c|street|dc|uid|(oid\.)?\d+(\.\d+)+)\s*=/i

/** Splits values, each of which may be a comma-separated list. An LDAP name is one group, though it has commas. */
function groupNames(values: readonly string[]): string[] {
  const names = values
    .flatMap((value) => (LDAP_NAME.test(value) ? [value] : value.split(',')))
    .map((name) => name.trim())
  // Sorted: concurrent sign-ins that insert the same groups then do not deadlock.
  const distinct = [...new Set(names.filter((name) => name !== ''))].toSorted()
  if (distinct.length > MAX_SAML_GROUPS) throw new SamlProblem(`it names more than ${MAX_SAML_GROUPS} groups`)
  if (distinct.some((name) => name.length > MAX_SAML_NAME)) throw new SamlProblem('the name of a group is too long')
  if (!distinct.every(isSamlName)) throw new SamlProblem('the name of a group has control characters')
  return distinct
}
