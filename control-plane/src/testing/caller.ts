import type { Operation } from '@skerry/contract/operation.ts'
import { type OperationId, operations } from '@skerry/contract/operations.ts'
import type { ControlPlane } from '../control-plane.ts'

export const ORIGIN = 'http://skerry.test'
/** The client of requests whose address makes no difference. */
export const PEER = { remoteAddress: '192.0.2.1' }

export interface Answer {
  status: number
  headers: Headers
  // Tests read answers of every shape; each asserts what it reads.
  // eslint-disable-next-line typescript/no-explicit-any
  body: any
  bytes: Uint8Array
}
type Values = Record<string, string | number | boolean | undefined>
export interface Request_ {
  path?: Values
  query?: Values
  body?: unknown
  headers?: Record<string, string>
  /** Path and query to send instead of those from the operation table and the values above. */
  address?: string
}

export interface Caller {
  userId: string
  /** Calls an operation of the contract by its id and returns the answer, also an error. */
  call(operation: OperationId, request?: Request_): Promise<Answer>
  /** Calls an operation that must succeed; throws the answer's message otherwise. */
  ok(operation: OperationId, request?: Request_): Promise<Answer['body']>
}

/** Sends a request as the operation table describes it. */
export async function send(
  plane: ControlPlane,
  id: OperationId,
  request: Request_,
  credential: Record<string, string>,
): Promise<Answer> {
  const operation: Operation = operations[id]
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.path?.[name])),
  )
  const url = new URL(request.address ?? path, ORIGIN)
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  const form = operation.bodyType === 'application/x-www-form-urlencoded'
  const isSentAsIs = (given: unknown) =>
    given === undefined || typeof given === 'string' || given instanceof Uint8Array || given instanceof ReadableStream
  const body = isSentAsIs(request.body)
    ? request.body
    : form
      ? new URLSearchParams(request.body as Record<string, string>).toString()
      : JSON.stringify(request.body)
  const answer = await plane.fetch(
    new Request(url, {
      method: operation.method.toUpperCase(),
      headers: { 'content-type': operation.bodyType ?? 'application/json', ...credential, ...request.headers },
      ...(body !== undefined && { body: body as string | Uint8Array<ArrayBuffer> | ReadableStream, duplex: 'half' }),
    }),
    PEER,
  )
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  // A part of a JSON file is not JSON.
  const json = answer.status !== 206 && answer.headers.get('content-type')?.startsWith('application/json')
  return { status: answer.status, headers: answer.headers, body: json && text ? JSON.parse(text) : text, bytes }
}
