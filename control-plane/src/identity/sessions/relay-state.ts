import { utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { fromBase64 } from '../../kernel/http/base64.ts'
import { isPath } from '../../kernel/http/path.ts'

const RelayState = z.object({ redirect_uri: z.string().refine(isPath) })

/** What the identity provider is to hand back: base64 of JSON. */
export const relayState = (redirectUri: string): string =>
  btoa(String.fromCharCode(...utf8ToBytes(JSON.stringify({ redirect_uri: redirectUri }))))

/** Where to go after signing in. Whatever leads away from here, or cannot be read, leads to the first page. */
export function returnPath(state: string | null): string {
  try {
    return RelayState.parse(JSON.parse(new TextDecoder().decode(fromBase64(state ?? '')))).redirect_uri
  } catch {
    return '/'
  }
}
