import { snakeCase } from './format/case.ts'

/** A request as *Copy as* words it. Names may be in camelCase; they are written as the wire has them. */
export interface CopyRequest {
  /** Operation id: `disk_create` or `diskCreate`. Its words are the command's. */
  operation: string
  method: string
  /** With its parameters in braces: `/v1/disks/{disk}`. */
  path: string
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  /** Keys, at any depth, whose values are written as placeholders: passwords, keys, file contents. */
  secrets?: readonly string[]
}

/** One word for a POSIX shell. */
export const shellQuote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

function onWire(value: unknown, secrets: readonly string[]): unknown {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Blob) return '<file>'
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map((each) => onWire(each, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => {
        const name = snakeCase(key)
        const hidden = secrets.some((secret) => snakeCase(secret) === name) && !isEmpty(each)
        return [name, hidden ? `<${name}>` : onWire(each, secrets)]
      }),
  )
}

const pairs = (query: Readonly<Record<string, unknown>> = {}): [string, string][] =>
  Object.entries(query)
    .filter(([, value]) => !isEmpty(value))
    .flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).map((each): [string, string] => [
        snakeCase(key),
        String(onWire(each, [])),
      ]),
    )

/** A curl command with `$SKERRY_HOST` and `$SKERRY_TOKEN` left to the shell. */
export function toCurl({ method, path, params = {}, query, body, secrets = [] }: CopyRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? `{${key}}`))
  const search = pairs(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')
  const verb = method.toUpperCase()
  const address = `${filled}${search && `?${search}`}`
  return [
    `curl${verb === 'GET' ? '' : ` -X ${verb}`} "$SKERRY_HOST"${shellQuote(address)}`,
    `-H "Authorization: Bearer $SKERRY_TOKEN"`,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${shellQuote(JSON.stringify(onWire(body, secrets)))}`]),
  ].join(' \\\n  ')
}

/** The command-line form. @param command name of the command; a setting of the deployment. */
export function toCommand({ operation, params, query, body, secrets = [] }: CopyRequest, command = 'skerry'): string {
  const given = { ...params, ...query, ...(typeof body === 'object' ? (onWire(body, secrets) as object) : {}) }
  const flags = Object.entries(given)
    .filter(([, value]) => !isEmpty(value))
    .flatMap(([key, value]) => {
      const simple = !Array.isArray(value) || value.some((each) => typeof each === 'object') ? [value] : value
      return simple.map((each: unknown) => {
        const text = typeof each === 'object' ? JSON.stringify(each) : String(each)
        return `--${snakeCase(key).replaceAll('_', '-')} ${shellQuote(text)}`
      })
    })
  const words = snakeCase(operation).split('_')
  return [command, ...words, ...flags].join(' ')
}
