import { parseJson, stringifyJson } from '@skerry/contract/rules/json.ts'
import { ConnectionError } from './errors.ts'
import { inTime } from './in-time.ts'
import type { Api } from './operations.gen.ts'
import { loadRouteOf, type Operation, routeOf } from './routes.ts'
import type { ErrorBody } from './types.gen.ts'
import { fromWire, toQuery, toWire } from './wire.ts'

interface Answered {
  statusCode: number
  headers: Headers
}
/** How a call ends. A ConnectionError rejects its promise where the answer did not arrive, or not whole. */
export type Result<T> =
  | (Answered & { type: 'success'; data: T })
  | (Answered & { type: 'error'; error: ErrorBody & { statusCode: number } })
  /** The body was not valid JSON; `text` has it. */
  | (Answered & { type: 'clientError'; error: Error; text: string })

export interface NoRequest {
  path?: undefined
  query?: undefined
  body?: undefined
}
export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
}
interface AnyRequest {
  path?: Record<string, unknown>
  query?: object
  body?: unknown
}

type Encoding = 'bytes' | 'form' | 'verbatim' | 'blob' | 'websocket' | undefined

export const unreadableAnswer = 'Error reading API response'

const partsOf = (operation: Operation) =>
  routeOf(operation).split(' ') as [method: string, path: string, needs: string, encoding: Encoding]

/** The address of an operation on this host: for downloads, uploads with progress and WebSockets. */
export function apiPath(operation: Operation, { path = {}, query = {} }: AnyRequest = {}): string {
  const [, template] = partsOf(operation)
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const search = toQuery(query).toString()
  return search ? `${filled}?${search}` : filled
}

function encode(body: unknown, encoding: Encoding): { type?: string; content: BodyInit } {
  if (encoding === 'bytes') return { type: 'application/octet-stream', content: body as BodyInit }
  if (encoding === 'form') return { content: toQuery(body as object) }
  return { type: 'application/json', content: stringifyJson(encoding === 'verbatim' ? body : toWire(body)) }
}

/** The JSON of an answer; undefined where there is none. Throws a SyntaxError on anything else. */
function decode(text: string, encoding: Encoding): unknown {
  if (text === '') return undefined
  const value = parseJson(text)
  return encoding === 'verbatim' ? value : fromWire(value)
}

async function read(response: Response, encoding: Encoding): Promise<Result<unknown>> {
  const answered = { statusCode: response.status, headers: response.headers }
  if (response.ok && encoding === 'blob') return { ...answered, type: 'success', data: await response.blob() }
  const text = await response.text()
  try {
    if (response.ok) return { ...answered, type: 'success', data: decode(text, encoding) }
    const error = decode(text, undefined) as ErrorBody | undefined
    return { ...answered, type: 'error', error: { message: '', requestId: '', ...error, statusCode: response.status } }
  } catch {
    return { ...answered, type: 'clientError', error: new Error(unreadableAnswer), text }
  }
}

export interface ClientOptions {
  /** Where the API is; the console's own host when left out. */
  base?: string
  /** A bearer token, where the session's cookie is not what signs the caller in. */
  token?: string
  fetch?: typeof fetch
  /** Called when an answer says that the caller is not signed in; never for the local login itself. */
  onUnauthorized?: () => void
  /** Called at the beginning of each answer. */
  onAnswer?: (response: Response) => void
  /** Called when no answer arrived, or not all of it. */
  onNoAnswer?: () => void
}

/** Makes the client: one method an operation, `api.diskCreate({ query: { project }, body })`. */
export function createClient(options: ClientOptions = {}): Api {
  const { base = '', token, fetch: send, onUnauthorized, onAnswer, onNoAnswer } = options
  /** `fetch` and the reading of a body reject with a TypeError where the connection failed; an abort is none. */
  const onRejection = (error: unknown): never => {
    if (!(error instanceof TypeError)) throw error
    onNoAnswer?.()
    throw new ConnectionError(error)
  }
  const call = async (operation: Operation, request: AnyRequest = {}, { headers: own, signal }: CallOptions = {}) => {
    const loading = loadRouteOf(operation)
    if (loading) await loading
    const [method, , , encoding] = partsOf(operation)
    const headers = new Headers(own)
    if (token) headers.set('authorization', `Bearer ${token}`)
    const body = request.body === undefined ? undefined : encode(request.body, encoding)
    if (body?.type) headers.set('content-type', body.type)
    const address = base + apiPath(operation, request)
    const init = { method, headers, ...(body && { body: body.content }) }
    const ask = async (until: AbortSignal | undefined, begun?: (hasDeadline: boolean) => void) => {
      const response = await (send ?? fetch)(address, { ...init, ...(until && { signal: until }) })
      begun?.(encoding !== 'blob')
      onAnswer?.(response)
      if (response.status === 401 && operation !== 'loginLocal') onUnauthorized?.()
      return read(response, encoding)
    }
    return (method === 'GET' ? inTime(ask, signal) : ask(signal)).catch(onRejection)
  }
  const get = (_: object, operation: Operation) => (request?: AnyRequest, callOptions?: CallOptions) =>
    call(operation, request, callOptions)
  return new Proxy({}, { get }) as Api
}
