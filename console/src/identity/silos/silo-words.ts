import type { SiloIdentityMode } from '~/api/types.gen.ts'

/** How the people of a silo sign in. */
export const modeLabel: Record<SiloIdentityMode, string> = { saml_jit: 'SAML', local_only: 'Local only' }

/** Where the users of a silo come from. */
export const usersComeFrom: Record<SiloIdentityMode, string> = {
  local_only: 'Users are people and programs that sign in with a password. An admin adds them here.',
  saml_jit: 'Users appear here after their first sign-in through an identity provider.',
}

export const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')
