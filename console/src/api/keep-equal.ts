/** React elements look plain but must not be copied. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('$$typeof' in value)

/**
 * The new answer with every equal part of the previous one, so that equal parts need no re-render. Dates compare by
 * time.
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
