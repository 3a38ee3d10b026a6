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

/** What an error is about, for clients: messages are for people, and change. */
export interface About {
  /** Path of the field of the request at fault, as the contract names it: `disks[2].name`. */
  field?: string | undefined
  /** Finds that field where the error is made without knowing the request: the only one with this name and value. */
  given?: { name?: string; value?: string } | undefined
  /** What is wrong with the field, without its name. */
  reason?: string | undefined
  /** Kind of the thing that is missing, in the wrong state, or has the name that was asked for. */
  kind?: string | undefined
  /** The name or id of that thing in the request. */
  selector?: string | undefined
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
  readonly about: About

  constructor(
    status: number,
    code: string | undefined,
    message: string,
    more: {
      cause?: unknown
      headers?: Record<string, string>
      position?: Position | undefined
      about?: About
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.status = status
    this.code = code
    this.headers = more.headers ?? {}
    this.position = more.position
    this.about = more.about ?? {}
  }

  /** The same refusal in other words. */
  withMessage(message: string): ApiError {
    return new ApiError(this.status, this.code, message, this)
  }

  /** The same refusal with more of what it is about. */
  concerning(about: About): ApiError {
    const { headers, position, cause } = this
    return new ApiError(this.status, this.code, this.message, {
      headers,
      position,
      cause,
      about: { ...this.about, ...about },
    })
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
    { about: { kind, selector: 'name' in by ? by.name : by.id } },
  )
export const notFoundWhat = (what: string) => new ApiError(404, 'ObjectNotFound', `not found: ${what}`)
export const alreadyExists = (kind: Kind, name: string) =>
  new ApiError(400, 'ObjectAlreadyExists', `already exists: ${kind} "${name}"`, {
    about: { kind, selector: name, given: { name: NAME_FIELDS[kind] ?? 'name', value: name } },
  })
/** The fields with the names of kinds, where they are not called so. */
const NAME_FIELDS: Partial<Record<Kind, string>> = { 'silo-user': 'external_id', 'silo-group': 'external_id' }
export const invalidRequest = (message: string, position?: Position) =>
  new ApiError(400, 'InvalidRequest', message, position && { position })
/** 400 for an address that the request gives in some field. */
export const invalidAddress = (address: string, why: string) =>
  invalidRequest(`address ${address} ${why}`).concerning({ given: { value: address } })
/** @param where the field in the request, if the message names it otherwise */
export const invalidValue = (field: string, why: string, where: Pick<About, 'field' | 'given'> = { field }) =>
  new ApiError(400, 'InvalidValue', `unsupported value for "${field}": ${why}`, { about: { ...where, reason: why } })
/** 400 without a code: the request could not be parsed. */
export const badInput = (message: string, about: About = {}) => new ApiError(400, undefined, message, { about })
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
