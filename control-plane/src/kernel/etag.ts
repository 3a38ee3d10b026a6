import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { stringifyJson } from '@skerry/contract/rules/json.ts'
import type { Call } from './call.ts'
import { ApiError } from './errors.ts'

/** A strong tag of what an answer says. */
const etagOf = (view: unknown): string => `"${bytesToHex(sha256(utf8ToBytes(stringifyJson(view)))).slice(0, 32)}"`

/** Sends the thing along with its tag, for a later `If-Match`. */
export function tagged<View>(call: Pick<Call, 'headers'>, view: View): View {
  call.headers['etag'] = etagOf(view)
  return view
}

/**
 * Holds a write to what its writer has seen. Ask inside the transaction that has locked the thing.
 * @throws 412 when `If-Match` was sent and none of its tags is the present one
 */
export function requireMatch(call: Pick<Call, 'request'>, current: unknown): void {
  const wanted = call.request.headers.get('if-match')
  if (wanted === null || wanted.trim() === '*') return
  const tags = wanted.split(',').map((tag) => tag.trim())
  if (!tags.includes(etagOf(current)))
    throw new ApiError(412, 'PreconditionFailed', 'changed by someone else since it was read: read it again')
}
