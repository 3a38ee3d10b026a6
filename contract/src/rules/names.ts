/** The longest name, in characters. */
export const maxNameLength = 63
/** The longest description, in characters. */
export const maxDescriptionLength = 512

const uuidForm = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i

/** Whether a value is a UUID, written with or without hyphens. */
export const isUuid = (value: string): boolean => uuidForm.test(value)

/** The UUID in lower case with hyphens; any other text is returned unchanged. */
export const canonicalUuid = (value: string): string =>
  isUuid(value)
    ? value
        .replaceAll('-', '')
        .toLowerCase()
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : value

/** The first rule that a name breaks, worded for a person; undefined when it is valid. */
export function nameProblem(value: string): string | undefined {
  if (value.length === 0) return 'must not be empty'
  if (value.length > maxNameLength) return `must be at most ${maxNameLength} characters`
  if (!/^[a-z0-9-]*$/.test(value)) return 'can only contain lower-case letters, digits and hyphens'
  if (!/^[a-z]/.test(value)) return 'must start with a lower-case letter'
  if (value.endsWith('-')) return 'must end with a letter or a digit'
  if (isUuid(value)) return 'must not be a UUID'
  return undefined
}
