import { SAML } from '@node-saml/node-saml'
import type { SamlProvider } from '../../identity/identity-providers/saml.ts'

/** The URL of an authentication request to a provider, signed if the provider has a key pair. */
export const requestUrl = (provider: SamlProvider, relayState: string): Promise<string> =>
  new SAML({
    entryPoint: provider.sign_in_url,
    issuer: provider.sp_client_id,
    callbackUrl: provider.acs_url,
    idpCert: provider.idp_certificates,
    // The provider chooses the NameID format and the authentication method.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    ...(provider.private_key !== null && { privateKey: provider.private_key, signatureAlgorithm: 'sha256' as const }),
  }).getAuthorizeUrlAsync(relayState, undefined, {})
