import { maxNameLength } from '@skerry/contract/rules/names.ts'

const randomHex = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(3)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** `generateName(['web', 'debian-12'])` → `web-debian-12-3fa9c1`, cut so that the whole stays within 63 characters. */
export function generateName(parts: readonly string[], suffix = randomHex()): string {
  const room = maxNameLength - suffix.length - 1
  const stem = parts.filter(Boolean).join('-').slice(0, room).replace(/-+$/, '')
  return `${stem}-${suffix}`
}
