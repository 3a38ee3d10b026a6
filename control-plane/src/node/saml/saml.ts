import { SAML } from '@node-saml/node-saml'
import type { Saml } from '../../identity/identity-providers/saml.ts'
import { readKeyPair, readMetadata } from './metadata.ts'
import { readResponse } from './response.ts'

/** SAML 2.0 by node-saml and what it stands on. */
export const saml: Saml = {
  readMetadata,
  readKeyPair,
  readResponse,
  requestUrl: (provider, relayState) =>
    new SAML({
      entryPoint: provider.sign_in_url,
      issuer: provider.sp_client_id,
      callbackUrl: provider.acs_url,
      idpCert: provider.idp_certificates,
      // In which form it names people and how it asks them who they are is the provider's to know.
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      ...(provider.private_key !== null && { privateKey: provider.private_key, signatureAlgorithm: 'sha256' as const }),
    }).getAuthorizeUrlAsync(relayState, undefined, {}),
}
