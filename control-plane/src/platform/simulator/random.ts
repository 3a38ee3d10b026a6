/** A 32-bit hash. The simulator's only source of randomness, which makes it reproducible. */
export function hash(text: string, seed = 0): number {
  let state = 0x811c9dc5 ^ seed
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  return mix(state)
}

/** Spreads a number over 32 bits. */
export function mix(number: number): number {
  let state = number | 0
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97)
  return (state ^ (state >>> 15)) >>> 0
}

/** Maps 32 bits to [0, 1). */
export const fraction = (bits: number): number => bits / 2 ** 32

/** A UUID derived from the text (version 8: custom). */
export function idOf(text: string): string {
  const hex = [1, 2, 3, 4]
    .map((seed) =>
      hash(text, seed * 0x9e3779b9)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('')
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
