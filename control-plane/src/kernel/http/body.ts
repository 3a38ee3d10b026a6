import type { Operation } from '@skerry/contract/operation.ts'
import { ApiError, badInput } from './errors.ts'
import { parseFormBody, parseJsonBody } from './parse.ts'

/** The most bytes of a body, unless its operation has its own limit. */
const MAX_BODY_BYTES = 2 ** 20

/** An unparsed body: text, or a stream if the operation accepts bytes. */
export type RawBody = string | ReadableStream<Uint8Array> | null | undefined

/** @throws 415 for a compressed body, 400 for another content type, or a body that is too large, incomplete or not UTF-8 */
export async function readBody(request: Request, operation: Operation): Promise<RawBody> {
  if (!operation.body) return undefined
  const limit = operation.maxBodyBytes ?? MAX_BODY_BYTES
  const wanted = operation.bodyType ?? 'application/json'
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase()
  if (encoding && encoding !== 'identity') throw encoded(encoding)
  if (wanted === 'application/octet-stream') return bounded(request, limit)
  const given = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  const acceptable = given === wanted || (given === undefined && wanted === 'application/json')
  if (!acceptable) throw badInput(`expected content type "${wanted}", got "${given ?? ''}"`)
  return readText(request, limit)
}

/** Parses a body's text; returns a stream unchanged. @throws 400 if it does not match the operation's schema */
export async function parseBody(body: RawBody, operation: Operation): Promise<unknown> {
  if (typeof body !== 'string' || !operation.body) return body
  return operation.bodyType === 'application/x-www-form-urlencoded'
    ? parseFormBody(body, operation.body)
    : parseJsonBody(body, operation.body, operation.maxBodyValues)
}

const encoded = (encoding: string) =>
  new ApiError(415, undefined, `request body has the encoding "${encoding.slice(0, 32)}": send it without one`, {
    headers: { 'accept-encoding': 'identity' },
  })

const tooLarge = (limit: number): ApiError => badInput(`request body exceeded maximum size of ${limit} bytes`)

function refuseAnnounced(request: Request, limit: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
}

/** A body as a stream that fails with an error beyond the limit. */
function bounded(request: Request, limit: number): ReadableStream<Uint8Array> | null {
  refuseAnnounced(request, limit)
  let size = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      size += part.byteLength
      if (size > limit) controller.error(tooLarge(limit))
      else controller.enqueue(part)
    },
  })
  return request.body?.pipeThrough(count) ?? null
}

/** Reads a whole body, up to a limit, whatever Content-Length is. */
async function readText(request: Request, limit: number): Promise<string> {
  refuseAnnounced(request, limit)
  // HTTP enforces an announced length; only chunked bodies need counting.
  const bytes = request.headers.has('content-length')
    ? new Uint8Array(await request.arrayBuffer().catch(refuseBrokenOff))
    : await readCounting(request, limit)
  try {
    return utf8.decode(bytes)
  } catch {
    throw badInput('request body is not valid UTF-8')
  }
}

async function readCounting(request: Request, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = request.body?.getReader()
  const next = () => reader?.read().catch(refuseBrokenOff)
  for (let part = await next(); part && !part.done; part = await next()) {
    size += part.value.byteLength
    if (size > limit) {
      await reader?.cancel()
      throw tooLarge(limit)
    }
    parts.push(part.value)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** The client has disconnected and gets no answer. This is not a server error. */
function refuseBrokenOff(): never {
  throw badInput('the request ended before its body did')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
