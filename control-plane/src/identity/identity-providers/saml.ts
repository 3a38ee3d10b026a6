import type { Row } from '../../kernel/database/tables.ts'

/** The maximum length of user and group names; for users SAML prescribes it. */
export const MAX_SAML_NAME = 256
/** The maximum number of groups in one assertion. */
export const MAX_SAML_GROUPS = 1000

/** Whether a text is a valid user or group name: no control or replacement characters, no lone surrogates. */
export const isSamlName = (name: string): boolean => !/[\p{Cc}\uFFFD]/u.test(name) && name.isWellFormed()

/** The parts of an identity provider's metadata that sign-in needs. */
export interface SamlMetadata {
  /** The first endpoint with the HTTP-Redirect binding. */
  signInUrl: string
  /** Certificates that may sign assertions; base64 of DER. */
  certificates: string[]
  /** Other certificates for signing, each with the reason: responses that they sign will be refused. */
  leftOut: string[]
}

/** Base64 of DER: a certificate, and its RSA key as PKCS #8. */
export interface SamlKeyPair {
  publicCert: string
  privateKey: string
}

/** The columns of a provider that build a request and validate a response. */
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

/** The user that an assertion identifies. */
export interface SamlSubject {
  nameId: string
  /** Names of groups, distinct and sorted. */
  groups: string[]
  assertionId: string
  /** When the assertion expires. */
  expires: Date
}

/**
 * SAML 2.0; its libraries are not loaded in the browser. All but `close` throw 503 when too many jobs of a silo are
 * queued, or none had its turn in time.
 */
export interface Saml {
  /**
   * Parses the metadata of one provider.
   * @throws SamlProblem when it lacks what sign-in needs
   */
  readMetadata(siloId: string, xml: string, entityId: string): Promise<SamlMetadata>
  /** @throws SamlProblem when it is not an RSA key with its certificate */
  readKeyPair(siloId: string, publicCert: Uint8Array, privateKey: Uint8Array): Promise<SamlKeyPair>
  /**
   * The URL to redirect a browser to for sign-in; signed if the provider has a key pair.
   * @param from the network of the client: each gets its turn
   */
  requestUrl(provider: SamlProvider, from: string, relayState: string): Promise<string>
  /**
   * Validates a response: signature, issuer, audience, recipient and times.
   * @param from the network of the client: each gets its turn
   * @param response the form's `SAMLResponse`: base64 of XML
   * @throws SamlProblem
   */
  readResponse(provider: SamlProvider, from: string, response: string, now: Date): Promise<SamlSubject>
  close(): Promise<void>
}

/** Describes an invalid document or key; the message has no secret of its contents, so it may be logged. */
export class SamlProblem extends Error {}

const refuseSaml = (): never => {
  throw new SamlProblem('SAML is not available here')
}

/** For a control plane without the libraries, as in the browser. */
export const noSaml: Saml = {
  readMetadata: refuseSaml,
  readKeyPair: refuseSaml,
  requestUrl: refuseSaml,
  readResponse: refuseSaml,
  close: async () => {},
}

declare module '../../kernel/services/services.ts' {
  interface WingServices {
    saml: Saml
  }
}
