import type { z } from 'zod'

export type Method = 'get' | 'put' | 'post' | 'delete' | 'head'

/** One operation on the wire. Everything else about it (OpenAPI, client, validation) is derived from this. */
export interface Operation {
  /** The tag in the OpenAPI document, which command-line tools group by. */
  tag: string
  method: Method
  /** Path with its parameters in braces: `/v1/disks/{disk}`. */
  path: string
  /** Path parameters, by name. */
  params?: z.ZodObject
  /** Query parameters in their real types; the kernel turns the query's text into numbers and booleans. */
  query?: z.ZodObject
  /** Query parameters that a first page requires (a page token carries them on later pages). */
  firstPage?: readonly string[]
  body?: z.ZodType
  /** Content type of the body where it is not JSON. */
  bodyType?: 'application/x-www-form-urlencoded' | 'application/octet-stream'
  /** Largest body in bytes, where that is not 1 MiB. */
  maxBodyBytes?: number
  /** Largest number of values in a JSON body, where that is not 10 000. */
  maxBodyValues?: number
  /** The budget of concurrent requests that it counts against: `kernel/limits/budgets.ts` has them. */
  cost?: 'body' | 'password' | 'query' | 'upload'
  /** Largest page, where that is not the default; a higher `limit` is lowered to it. */
  maxLimit?: number
  /** Success status and body; no schema means an empty body. `default` is a response that the handler builds itself. */
  answer: readonly [status: number, schema?: z.ZodType] | 'default'
  /** Errors have the form of RFC 6749 (`error`, `error_description`), as OAuth clients expect. */
  errors?: 'oauth'
  websocket?: true
  /** Other sites send browsers here, so the origin is not checked. */
  fromOtherSites?: true
  /** The operation answers pages: its query has limit, page_token and a sort mode, its answer items and next_page. */
  paginated?: true
}

export type OperationTable = Record<string, Operation>

type Input<S> = S extends z.ZodType ? z.output<S> : Record<never, never>

/** Input of a handler, after validation and defaults. */
export type ParamsOf<O extends Operation> = Input<O['params']>
export type QueryOf<O extends Operation> = Input<O['query']>
export type BodyOf<O extends Operation> = O['body'] extends z.ZodType ? z.output<O['body']> : undefined
/** Result of a handler: the input side of the schema, so fields with a default may be left out. */
export type AnswerOf<O extends Operation> = O['answer'] extends readonly [number, infer S extends z.ZodType]
  ? z.input<S>
  : O['answer'] extends 'default'
    ? Response
    : void

/** Checks a table and keeps its exact types. */
export const defineOperations = <const T extends OperationTable>(table: T): T => table
