import { z } from 'zod'
import { canonicalUuid, isUuid, maxDescriptionLength, nameProblem } from './rules/names.ts'
import {
  canonicalIp,
  canonicalIpNet,
  ipNetProblem,
  ipProblem,
  ipVersion,
  mappedProblem,
  netVersion,
} from './rules/networks.ts'

const isIp = (value: string, version?: 4 | 6) =>
  ipProblem(value) === undefined && (version === undefined || ipVersion(value) === version)
const isIpNet = (value: string, version?: 4 | 6) =>
  ipNetProblem(value) === undefined && (version === undefined || netVersion(value) === version)

/**
 * Text with a pattern. Longer text is refused before the pattern runs, since patterns recurse.
 * The limit is not in the OpenAPI document, since the wire contract has none.
 */
export const bounded = (most: number) =>
  z.string().refine((value) => value.length <= most, { error: `must be at most ${most} characters`, abort: true })

/** Longest text of an address or network, IPv4 or IPv6. */
const MAX_ADDRESS = 64

const named = (value: string, context: z.RefinementCtx<string>) => {
  const problem = nameProblem(value)
  if (problem) context.addIssue({ code: 'custom', message: problem })
}

export const Name = z.string().superRefine(named).meta({
  id: 'Name',
  minLength: 1,
  maxLength: 63,
  pattern: '^[a-z]([a-z0-9-]*[a-z0-9])?$',
})
export type Name = z.infer<typeof Name>

/** A name, or a UUID in any spelling, normalized to lower case with hyphens. */
export const NameOrId = z
  .string()
  .superRefine((value, context) => (isUuid(value) ? undefined : named(value, context)))
  .overwrite(canonicalUuid)
  .meta({ id: 'NameOrId' })
export type NameOrId = z.infer<typeof NameOrId>

/** A UUID in any spelling, normalized to lower case with hyphens. */
export const uuid = z.string().refine(isUuid, 'must be a UUID').overwrite(canonicalUuid).meta({ format: 'uuid' })

/** The description of a create or update body; answers carry plain strings. */
const Description = z.string().max(maxDescriptionLength, `must be at most ${maxDescriptionLength} characters`)

const dateTimeForm = z.iso.datetime({ offset: true })
export const dateTime = bounded(64)
  .overwrite((value) => value.replace(/^(\d{4}-\d\d-\d\d)t/, '$1T').replace(/z$/, 'Z'))
  .refine((value) => dateTimeForm.safeParse(value).success, {
    error: ({ input }) => {
      const plus = / \d\d:\d\d$/.test(String(input)) ? ': in a URL the + of an offset is sent as %2B' : ''
      return `must be an RFC 3339 date and time${plus}`
    },
  })
  .meta({ format: 'date-time' })
export const base64 = z.base64('must be base64')
/** Without spaces and control characters, which URL parsers handle differently. */
export const uri = bounded(2048)
  .refine((value) => !/[\s\p{Cc}]/u.test(value) && URL.canParse(value), 'must be a URL')
  .meta({ format: 'uri' })
/** A body of bytes; the handler reads the request's stream. */
export const binary = z.unknown().meta({ type: 'string', format: 'binary' })
export const uint128 = bounded(39).regex(/^\d+$/, 'must be a decimal number').meta({ format: 'uint128' })
export const sha256 = bounded(64).regex(/^[0-9a-f]{64}$/, 'must be 32 bytes in hexadecimal')
export const semanticVersion = bounded(256).regex(
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/,
  'must be a semantic version',
)

const small = (format: string, least: number, most: number) => z.int().min(least).max(most).meta({ format })
export const int8 = small('int8', -(2 ** 7), 2 ** 7 - 1)
export const int16 = small('int16', -(2 ** 15), 2 ** 15 - 1)
export const int32 = small('int32', -(2 ** 31), 2 ** 31 - 1)
export const uint8 = small('uint8', 0, 2 ** 8 - 1)
export const uint16 = small('uint16', 0, 2 ** 16 - 1)
export const uint32 = small('uint32', 0, 2 ** 32 - 1)
/** An integer without a width on the wire. */
export const uint = small('uint', 0, Number.MAX_SAFE_INTEGER)
export const float = z.number().meta({ format: 'float' })
export const double = z.number().meta({ format: 'double' })

/** Integers of 64 bits: a number where that is exact, else a bigint. */
const big = (least: bigint, most: bigint) =>
  z.custom<number | bigint>(
    (value) =>
      (typeof value === 'bigint' || Number.isSafeInteger(value)) &&
      (value as number | bigint) >= least &&
      (value as number | bigint) <= most,
    `must be an integer from ${least} to ${most}`,
  )
export const int64 = big(-(2n ** 63n), 2n ** 63n - 1n).meta({ type: 'integer', format: 'int64' })
export const uint64 = big(0n, 2n ** 64n - 1n).meta({ type: 'integer', format: 'uint64', minimum: 0 })

export const ByteCount = big(0n, 2n ** 63n - 1n).meta({
  id: 'ByteCount',
  type: 'integer',
  format: 'uint64',
  minimum: 0,
})
export type ByteCount = z.infer<typeof ByteCount>

type Check = (value: string, version?: 4 | 6) => boolean
const checked =
  (isValid: Check, error: string, version?: 4 | 6) => (value: string, context: z.RefinementCtx<string>) => {
    if (!isValid(value, version)) context.addIssue({ code: 'custom', message: mappedProblem(value) ?? error })
  }

/** An address in any spelling, normalized to the one that is stored and answered. */
const address = (error: string, version?: 4 | 6) =>
  bounded(MAX_ADDRESS)
    .superRefine(checked(isIp, error, version))
    .overwrite(canonicalIp)
export const ipv4Address = address('must be an IPv4 address', 4).meta({ format: 'ipv4' })
export const ipv6Address = address('must be an IPv6 address', 6).meta({ format: 'ipv6' })
export const ipAddress = address('must be an IP address').meta({ format: 'ip' })

/** The same for a network. */
const network = (error: string, version?: 4 | 6) =>
  bounded(MAX_ADDRESS)
    .superRefine(checked(isIpNet, error, version))
    .overwrite(canonicalIpNet)
export const Ipv4Net = network('must be an IPv4 network', 4).meta({ id: 'Ipv4Net' })
export type Ipv4Net = z.infer<typeof Ipv4Net>

export const Ipv6Net = network('must be an IPv6 network', 6).meta({ id: 'Ipv6Net' })
export type Ipv6Net = z.infer<typeof Ipv6Net>

export const IpNet = network('must be an IP network').meta({ id: 'IpNet' })
export type IpNet = z.infer<typeof IpNet>

/** The fields of every named thing. */
export const identity = {
  id: uuid,
  name: Name,
  description: z.string(),
  time_created: dateTime,
  time_modified: dateTime,
}
/** The fields to create a named thing with. */
export const newIdentity = { name: Name, description: Description }
/** The fields to rename and describe a named thing with; absent or null leaves them unchanged. */
export const changedIdentity = { name: Name.nullish(), description: Description.nullish() }
