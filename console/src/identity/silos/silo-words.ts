import type { SiloIdentityMode } from '~/api/types.gen.ts'

/** How the people of a silo sign in. */
export const modeLabel: Record<SiloIdentityMode, string> = { saml_jit: 'SAML', local_only: 'Local only' }

export const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')
