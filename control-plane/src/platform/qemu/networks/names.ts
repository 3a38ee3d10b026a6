import { createHash } from 'node:crypto'

const LINK_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** An id as the contract defines it. Anything else is refused before it becomes part of a name. */
export function checkedId(id: string): string {
  if (!ID.test(id)) throw new Error(`Not an id: ${id}`)
  return id
}

/** The name of an interface's link. Linux allows 15 characters, so it has 65 bits of a hash of the id. */
function linkName(id: string): string {
  const hash = createHash('sha256').update(checkedId(id)).digest()
  return `p${[...hash.subarray(0, 13)].map((byte) => LINK_CHARACTERS[byte % 32]).join('')}`
}

/** The names of the links of these ids. @throws if two ids result in one name */
export function linkNames(ids: readonly string[]): Map<string, string> {
  const names = new Map(ids.map((id) => [id, linkName(id)]))
  if (new Set(names.values()).size < names.size) throw new Error('Two ids have the same link name')
  return names
}
