/**
 * How well a text matches: the typed letters in order, case ignored; higher is better, null is no match. Consecutive
 * letters and letters at the start of words count more.
 */
export function fuzzyScore(text: string, typed: string): number | null {
  const [there, wanted] = [text.toLocaleLowerCase(), typed.toLocaleLowerCase().replaceAll(/\s+/g, '')]
  let score = 0
  let at = -1
  for (const letter of wanted) {
    const next = there.indexOf(letter, at + 1)
    if (next < 0) return null
    const beginsWord = next === 0 || /[\s\-_/.]/.test(there[next - 1]!)
    score += next === at + 1 ? 3 : beginsWord ? 2 : 0
    at = next
  }
  return there.includes(typed.trim().toLocaleLowerCase()) ? score + wanted.length * 3 : score
}

/** The items that match, best first; equal ones in their order. */
export const fuzzyFilter = <T>(items: readonly T[], typed: string, textOf: (item: T) => string): T[] =>
  typed.trim() === ''
    ? [...items]
    : items
        .map((item) => ({ item, score: fuzzyScore(textOf(item), typed) }))
        .filter((each): each is { item: T; score: number } => each.score !== null)
        .toSorted((a, b) => b.score - a.score)
        .map(({ item }) => item)
