import type { ImageChecksum } from '@skerry/contract/compute/image-fetches.ts'

const TYPES = { 64: 'sha256', 128: 'sha512' } as const
const HEX = '[0-9a-fA-F]{64}(?:[0-9a-fA-F]{64})?'
/** `<hex>  <file>` as of `sha256sum`, with an asterisk before the name of a file that was read as binary. */
const GNU_LINE = new RegExp(String.raw`^(${HEX})[ \t]+\*?(?:\./)?(\S+)\s*$`)
/** `SHA256 (<file>) = <hex>`, also within a signed message. */
const BSD_LINE = new RegExp(String.raw`^SHA(?:256|512) \((\S+)\) = (${HEX})\s*$`)
/** No shorter line has a checksum and a name. A text of 1 MiB may have a million of them. */
const LONG_LINE = /^.{66,}$/gm
const BARE = new RegExp(`^(${HEX})$`)

/** The checksum of a file in a publisher's checksum file; undefined if there is none, or several that differ. */
export function checksumOf(file: string, text: string): ImageChecksum | undefined {
  const bare = BARE.exec(text.trim())?.[1]
  if (bare !== undefined) return checksum(bare)
  const found = new Set<string>()
  for (const [line] of text.matchAll(LONG_LINE)) {
    const gnu = GNU_LINE.exec(line)
    if (gnu?.[2] === file) found.add(gnu[1]!.toLowerCase())
    const bsd = BSD_LINE.exec(line)
    if (bsd?.[1] === file) found.add(bsd[2]!.toLowerCase())
  }
  const strongest = [...found].toSorted((a, b) => b.length - a.length)
  const [first, second] = strongest
  return first === undefined || second?.length === first.length ? undefined : checksum(first)
}

const checksum = (hex: string): ImageChecksum => ({
  type: TYPES[hex.length as keyof typeof TYPES],
  value: hex.toLowerCase(),
})
