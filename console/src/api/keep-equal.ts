/** An element of React is none, though it looks like one: a copy of it would not do. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('$$typeof' in value)

/**
 * The new answer with every part of the one before that equals its own: all of that where nothing changed. What is
 * drawn from an equal part need not be drawn again. Dates are equal by their time.
 */
export function keepEqual(before: unknown, now: unknown): unknown {
  if (Object.is(before, now)) return before
  if (before instanceof Date && now instanceof Date) return before.getTime() === now.getTime() ? before : now
  if (Array.isArray(before) && Array.isArray(now)) {
    const kept = now.map((item: unknown, at) => (at < before.length ? keepEqual(before[at], item) : item))
    return before.length === now.length && kept.every((item, at) => item === before[at]) ? before : kept
  }
  if (!isPlain(before) || !isPlain(now)) return now
  const keys = Object.keys(now)
  const kept = Object.fromEntries(keys.map((key) => [key, key in before ? keepEqual(before[key], now[key]) : now[key]]))
  const isSame =
    keys.length === Object.keys(before).length && keys.every((key) => key in before && kept[key] === before[key])
  return isSame ? before : kept
}
