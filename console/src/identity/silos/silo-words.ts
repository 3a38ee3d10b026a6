import type { SiloIdentityMode } from '~/api/types.gen.ts'

/** How the people of a silo sign in. */
export const modeLabel: Record<SiloIdentityMode, string> = { saml_jit: 'SAML', local_only: 'Local only' }

/** Where the users of a silo come from. */
export const usersComeFrom: Record<SiloIdentityMode, string> = {
  local_only: 'The people and programs of the silo. Each signs in with a password that an admin sets here.',
  saml_jit: 'Users come with their first sign-in through an identity provider of the silo.',
}

export const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')
