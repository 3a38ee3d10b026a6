import type { Row } from '../../kernel/database/tables.ts'

/** The longest that the name of a user or a group may be; for users SAML says so. */
export const MAX_SAML_NAME = 256

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
  | 'idp_entity_id'
  | 'sp_client_id'
  | 'acs_url'
  | 'group_attribute_name'
  | 'sign_in_url'
  | 'idp_certificates'
  | 'private_key'
>

/** Whom an assertion speaks of. */
export interface SamlSubject {
  nameId: string
  /** As the attribute of the provider has them; each value may name several. */
  groups: string[]
  assertionId: string
  /** From then on the assertion is refused for its age. */
  expires: Date
}

/** What sign-in with SAML 2.0 takes from libraries, which the page is spared. */
export interface Saml {
  /** @throws SamlProblem when it lacks what signing in needs */
  readMetadata(xml: string): SamlMetadata
  /** @throws SamlProblem when it is no RSA key with its certificate */
  readKeyPair(publicCert: Uint8Array, privateKey: Uint8Array): SamlKeyPair
  /** Where to redirect somebody who wants to sign in; signed where the provider has a key. */
  requestUrl(provider: SamlProvider, relayState: string): Promise<string>
  /**
   * Whom a response speaks of: the provider itself has signed it, for us, for now.
   * @param response the form's `SAMLResponse`: base64 of XML
   * @throws SamlProblem
   */
  readResponse(provider: SamlProvider, response: string, now: Date): Promise<SamlSubject>
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
}

declare module '../../kernel/services.ts' {
  interface WingServices {
    saml: Saml
  }
}
