import { invalidRequest } from '../http/errors.ts'

/** Web Crypto's functions for keys. @throws 400 in a page without HTTPS, where browsers do not offer them */
export function subtleCrypto(): typeof crypto.subtle {
  const { subtle } = crypto as Partial<typeof crypto>
  if (!subtle) throw invalidRequest('this key cannot be checked here: browsers check keys only in pages over HTTPS')
  return subtle
}
