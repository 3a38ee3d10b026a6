/** The kinds of resources in messages; kebab-case, since clients translate them to words. */
export type Kind =
  | 'project'
  | 'instance'
  | 'disk'
  | 'snapshot'
  | 'image'
  | 'project-image'
  | 'silo-image'
  | 'image-fetch'
  | 'vpc'
  | 'vpc-subnet'
  | 'vpc-router'
  | 'router-route'
  | 'internet-gateway'
  | 'internet-gateway-ip-pool'
  | 'internet-gateway-ip-address'
  | 'instance-network-interface'
  | 'floating-ip'
  | 'affinity-group'
  | 'affinity-group-member'
  | 'anti-affinity-group'
  | 'anti-affinity-group-member'
  | 'ip-pool'
  | 'ip-pool-resource'
  | 'silo'
  | 'silo-user'
  | 'user-builtin'
  | 'silo-group'
  | 'identity-provider'
  | 'saml-identity-provider'
  | 'ssh-key'
  | 'device-auth-request'
  | 'certificate'
  | 'device-access-token'
  | 'role'
  | 'sled'
  | 'rack'
  | 'switch'
  | 'physical-disk'
  | 'switch-port'
  | 'switch-port-settings'
  | 'lldp-link-config'
  | 'address-lot'
  | 'loopback-address'
  | 'bgp-config'
  | 'bgp-announce-set'
  | 'tuf-repo'
  | 'tuf-trust-root'
  | 'probe'
  | 'support-bundle'
  | 'alert'
  | 'alert-receiver'
  | 'webhook-secret'
  | 'audit-log-entry'
  | 'saga'

/** The position of an error in a request's text, counted from 1. */
export interface Position {
  line: number
  column: number
}

/**
 * An answer that is not a success. `message` goes to the caller, `cause` only to the log: the original error, or a text
 * that says which limit or state of the server refused the request. Each 5xx that is not expected has one.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly headers: Record<string, string>
  readonly position: Position | undefined

  constructor(
    status: number,
    code: string | undefined,
    message: string,
    more: { cause?: unknown; headers?: Record<string, string>; position?: Position } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.status = status
    this.code = code
    this.headers = more.headers ?? {}
    this.position = more.position
  }

  /** The same refusal in other words. */
  withMessage(message: string): ApiError {
    return new ApiError(this.status, this.code, message, this)
  }

  /** The same refusal with what only the log shows. */
  because(cause: unknown): ApiError {
    return new ApiError(this.status, this.code, this.message, { ...this, cause })
  }
}

/** How the request named a resource; a refusal names it the same way. */
export type Selector = { name: string } | { id: string }

/** 404 in terms of the selector in the request; also for resources that the actor may not see. */
export const notFound = (kind: Kind, by: Selector) =>
  new ApiError(
    404,
    'ObjectNotFound',
    'name' in by ? `not found: ${kind} with name "${by.name}"` : `not found: ${kind} with id "${by.id}"`,
  )
export const notFoundWhat = (what: string) => new ApiError(404, 'ObjectNotFound', `not found: ${what}`)
export const alreadyExists = (kind: Kind, name: string) =>
  new ApiError(400, 'ObjectAlreadyExists', `already exists: ${kind} "${name}"`)
export const invalidRequest = (message: string, position?: Position) =>
  new ApiError(400, 'InvalidRequest', message, position && { position })
export const invalidValue = (field: string, why: string) =>
  new ApiError(400, 'InvalidValue', `unsupported value for "${field}": ${why}`)
/** 400 without a code: the request could not be parsed. */
export const badInput = (message: string) => new ApiError(400, undefined, message)
export const unauthorized = () => new ApiError(401, 'Unauthorized', 'credentials missing or invalid')
export const forbidden = () => new ApiError(403, 'Forbidden', 'Forbidden')
export const conflict = (message: string) => new ApiError(409, 'Conflict', message)
export const gone = (message: string) => new ApiError(410, 'Gone', message)
export const insufficientCapacity = (what: string) =>
  new ApiError(507, 'InsufficientCapacity', `Insufficient capacity: ${what}`)
export const unavailable = (cause: unknown) =>
  new ApiError(503, 'ServiceNotAvailable', 'Service Unavailable', { cause })
/** 503 for a request that found no place in a queue: a retry will soon find one. */
export const busy = (reason: string) =>
  new ApiError(503, 'ServiceNotAvailable', 'Service Unavailable', {
    cause: reason,
    headers: { 'retry-after': '5' },
  })
export const notImplemented = (operation: string) =>
  new ApiError(501, 'NotImplemented', `${operation} is not available in this version`)
export const internal = (cause: unknown) => new ApiError(500, 'Internal', 'Internal Server Error', { cause })
export const tooManyRequests = (message: string, retryAfterSeconds: number) =>
  new ApiError(429, 'TooManyRequests', message, { headers: { 'retry-after': String(retryAfterSeconds) } })
