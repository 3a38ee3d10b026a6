import { maxNameLength } from '@skerry/contract/rules/names.ts'
import { randomSuffix } from '~/lib/random-id.ts'

/** `generateName(['web', 'debian-12'])` → `web-debian-12-3fa9c1`, cut so that the whole stays within 63 characters. */
export function generateName(parts: readonly string[], suffix = randomSuffix()): string {
  const room = maxNameLength - suffix.length - 1
  const stem = parts.filter(Boolean).join('-').slice(0, room).replace(/-+$/, '')
  return `${stem}-${suffix}`
}
