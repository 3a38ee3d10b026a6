/** Makes `crypto` give each process the same numbers, for data that are the same. Imported before what uses it. */
let state = 1

/** A byte of mulberry32. */
function nextByte(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return (mixed ^ (mixed >>> 14)) & 0xff
}

crypto.getRandomValues = <T extends ArrayBufferView | null>(into: T): T => {
  if (into)
    new Uint8Array(into.buffer, into.byteOffset, into.byteLength).forEach((_, at, all) => (all[at] = nextByte()))
  return into
}
crypto.randomUUID = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as ReturnType<typeof crypto.randomUUID>
}
