import type { Row } from '../../kernel/database/tables.ts'

/** The longest that the name of a user or a group may be; for users SAML says so. */
export const MAX_SAML_NAME = 256
/** The most groups of one sign-in. */
export const MAX_SAML_GROUPS = 1000

/** Whether it can be the name of a user or a group: without control characters and what stands for broken ones. */
export const isSamlName = (name: string): boolean => !/[\p{Cc}\uFFFD]/u.test(name) && name.isWellFormed()

/** What an identity provider's metadata says that signing in needs. */
export interface SamlMetadata {
  /** The first endpoint that people may be redirected to. */
  signInUrl: string
  /** Those that assertions may be signed by; base64 of DER. */
  certificates: string[]
}

/** Base64 of DER: a certificate, and its RSA key as PKCS #8. */
export interface SamlKeyPair {
  publicCert: string
  privateKey: string
}

/** Of a provider's row, what a request to it or an answer of it is held against. */
export type SamlProvider = Pick<
  Row<'saml_identity_providers'>,
  | 'silo_id'
  | 'idp_entity_id'
  | 'sp_client_id'
  | 'acs_url'
  | 'group_attribute_name'
  | 'sign_in_url'
  | 'idp_certificates'
  | 'private_key'
>

/** The person that an assertion is about. */
export interface SamlSubject {
  nameId: string
  /** Names of groups, each once and in one order. */
  groups: string[]
  assertionId: string
  /** From then on the assertion is refused for its age. */
  expires: Date
}

/**
 * SAML 2.0, which needs libraries that the page is spared. Each silo has a share of it: all but `close` throw 503 when
 * too much of a silo's work waits already.
 */
export interface Saml {
  /**
   * The metadata of one provider.
   * @throws SamlProblem when it lacks what signing in needs
   */
  readMetadata(siloId: string, xml: string, entityId: string): Promise<SamlMetadata>
  /** @throws SamlProblem when it is no RSA key with its certificate */
  readKeyPair(siloId: string, publicCert: Uint8Array, privateKey: Uint8Array): Promise<SamlKeyPair>
  /** Where to redirect a browser for its user to sign in; signed where the provider has a key. */
  requestUrl(provider: SamlProvider, relayState: string): Promise<string>
  /**
   * The person that a response is about: the provider itself has signed it, for this server, for now.
   * @param response the form's `SAMLResponse`: base64 of XML
   * @throws SamlProblem
   */
  readResponse(provider: SamlProvider, response: string, now: Date): Promise<SamlSubject>
  close(): Promise<void>
}

/** What is wrong with metadata, a key or a response, without any of its contents: it may stand in the log. */
export class SamlProblem extends Error {}

const unavailable = (): never => {
  throw new SamlProblem('SAML is not available here')
}

/** For a control plane without the libraries, as in the page. */
export const noSaml: Saml = {
  readMetadata: unavailable,
  readKeyPair: unavailable,
  requestUrl: unavailable,
  readResponse: unavailable,
  close: async () => {},
}

declare module '../../kernel/services.ts' {
  interface WingServices {
    saml: Saml
  }
}
