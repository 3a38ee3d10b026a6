import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { hash64 } from '../values/hash.ts'
import type { Call } from './call.ts'
import { ApiError } from './errors.ts'

/** A strong ETag of an answer's text. */
const etagOfText = (text: string): string => `"${hash64(text)}"`

/** JSON of answers that their handler has already serialized. */
const texts = new WeakMap<object, string>()
/** A handler's answer as JSON. */
export const answerText = (answer: unknown): string => texts.get(answer as object) ?? stringifyJson(answer)

/** An answer that its handler has already serialized, because it is long. */
export function writtenAs<View extends object>(text: string): View {
  const view = {} as View
  texts.set(view, text)
  return view
}

/** Adds the resource's ETag to the answer, for a later `If-Match`. */
export function tagged<View extends object>(call: Pick<Call, 'headers'>, view: View): View {
  const text = stringifyJson(view)
  texts.set(view, text)
  call.headers['etag'] = etagOfText(text)
  return view
}

/** Whether a write is bound to a version of the thing: `requireMatch` then needs to see the present one. */
export const isConditional = (call: Pick<Call, 'request'>): boolean => call.request.headers.has('if-match')

/**
 * A tag of `etagOfText` as proxies forward it. Compressing proxies make it weak, `W/"…"`, or add the encoding:
 * `"…-gzip"`, `"…;br"`. It is the same version of the resource all the same.
 */
const PASSED_ON = /^(?:W\/)?"([0-9a-f]{16})(?:[^\w"][^"]*)?"$/i

/** The tags of a header; `*` stands for any. */
const tagsIn = (header: string): string[] =>
  header
    .split(',')
    .map((tag) => tag.trim())
    .map((tag) => tag.replace(PASSED_ON, '"$1"'))

/**
 * Checks `If-Match` of a write. Call it inside the transaction that has locked the resource.
 * @throws 412 if none of its tags is the current one
 */
export function requireMatch(call: Pick<Call, 'request'>, current: unknown): void {
  const wanted = call.request.headers.get('if-match')
  if (wanted === null) return
  const tags = tagsIn(wanted)
  if (!tags.includes('*') && !tags.includes(etagOfText(stringifyJson(current))))
    throw new ApiError(412, 'PreconditionFailed', 'changed by someone else since it was read: read it again')
}

/**
 * Checks `If-None-Match: *` of a write that can create or replace, for a resource that exists.
 * @throws 412 if it was sent
 */
export function requireNew(call: Pick<Call, 'request'>): void {
  if (tagsIn(call.request.headers.get('if-none-match') ?? '').includes('*'))
    throw new ApiError(412, 'PreconditionFailed', 'it already exists')
}
