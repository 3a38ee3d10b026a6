/** Rows of an answer without ids: identified by a text of each, numbered where several have the same. */
export function numbered<T>(rows: readonly T[], textOf: (row: T) => string): (T & { id: string })[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const text = textOf(row)
    const before = seen.get(text) ?? 0
    seen.set(text, before + 1)
    return { ...row, id: before ? `${text} ${before + 1}` : text }
  })
}
