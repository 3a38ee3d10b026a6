import { SAML } from '@node-saml/node-saml'
import type { SamlProvider } from '../../identity/identity-providers/saml.ts'

/** The URL that asks a provider to sign a person in, signed where the provider has a key. */
export const requestUrl = (provider: SamlProvider, relayState: string): Promise<string> =>
  new SAML({
    entryPoint: provider.sign_in_url,
    issuer: provider.sp_client_id,
    callbackUrl: provider.acs_url,
    idpCert: provider.idp_certificates,
    // In which form it names people and how it asks them who they are is the provider's to know.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    ...(provider.private_key !== null && { privateKey: provider.private_key, signatureAlgorithm: 'sha256' as const }),
  }).getAuthorizeUrlAsync(relayState, undefined, {})
