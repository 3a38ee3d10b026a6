import type { AnyResource } from '../resources/resource.ts'
import type { About, ApiError } from './errors.ts'

/**
 * Adds to an error where the request has what it is about: its field, and the selector of a thing of that kind. So the
 * code that refuses an address or a name needs not know in which field of which operation it came.
 */
export function located(
  error: ApiError,
  { params, query, body }: { params: object; query: object; body: unknown },
  resources: readonly AnyResource[],
): ApiError {
  const { field, given, kind, selector } = error.about
  const parameter = kind && resources.find((resource) => resource.kind === kind)?.parameter
  const values: Record<string, unknown> = { ...(body as object | undefined), ...query, ...params }
  const named = parameter ? values[parameter] : undefined
  return error.concerning({
    field: field ?? (given && (onlyPath(body, given) ?? onlyPath(query, given))),
    selector: selector ?? (typeof named === 'string' ? named : undefined),
  })
}

/** The path of the only field with this name and value; undefined where there is none, or several. */
function onlyPath(request: unknown, given: NonNullable<About['given']>): string | undefined {
  const [path, ...others] = pathsOf(request, given, '', '')
  return others.length ? undefined : path
}

function* pathsOf(value: unknown, given: NonNullable<About['given']>, name: string, path: string): Generator<string> {
  if (path && (given.name ?? name) === name && isGiven(value, given.value)) yield path
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* pathsOf(item, given, name, `${path}[${index}]`)
  else
    for (const [key, inner] of Object.entries(value)) yield* pathsOf(inner, given, key, path ? `${path}.${key}` : key)
}

/** Whether a field has the value; an address may have its prefix length there. */
const isGiven = (value: unknown, given: string | undefined): boolean =>
  given === undefined || (typeof value === 'string' && (value === given || value.startsWith(`${given}/`)))
