import { utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { fromBase64 } from '../../kernel/http/base64.ts'
import { isPath } from '../../kernel/http/path.ts'

const RelayState = z.object({ redirect_uri: z.string().refine(isPath) })

/** The RelayState that the identity provider returns unchanged: base64 of JSON. */
export const relayState = (redirectUri: string): string =>
  btoa(String.fromCharCode(...utf8ToBytes(JSON.stringify({ redirect_uri: redirectUri }))))

/** Longer than any URL that browsers and servers accept. */
const MAX_STATE = 16_384

/**
 * The path to redirect to after sign-in, encoded for a header. Other origins and invalid states lead to `/`.
 */
export function returnPath(state: string | null): string {
  if (state === null || state.length > MAX_STATE) return '/'
  try {
    const { redirect_uri } = RelayState.parse(JSON.parse(new TextDecoder().decode(fromBase64(state))))
    const { pathname, search, hash } = new URL(redirect_uri, 'http://here.invalid')
    return pathname + search + hash
  } catch {
    return '/'
  }
}
