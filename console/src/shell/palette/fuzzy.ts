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

/**
 * Each typed word of two letters or more begins one of these: counts more than scattered letters, less than a text has.
 * Among equal texts, one whose matching words stand earlier in their list comes first.
 */
function wordScore(words: readonly string[], typed: string): number | null {
  const wanted = typed.trim().toLocaleLowerCase().split(/\s+/)
  const places = wanted.map((part) => (part.length > 1 ? words.findIndex((word) => word.startsWith(part)) : -1))
  return places.includes(-1) ? null : wanted.join('').length * 4 - Math.max(...places) / 1000
}

const best = (...scores: (number | null)[]) =>
  scores.reduce((a, b) => (a === null || b === null ? (a ?? b) : Math.max(a, b)), null)

/**
 * The items that match, best first; equal ones in their order.
 * @param wordsOf more words by which an item is found
 */
export const fuzzyFilter = <T>(
  items: readonly T[],
  typed: string,
  textOf: (item: T) => string,
  wordsOf: (item: T) => readonly string[] = () => [],
): T[] =>
  typed.trim() === ''
    ? [...items]
    : items
        .map((item) => ({ item, score: best(fuzzyScore(textOf(item), typed), wordScore(wordsOf(item), typed)) }))
        .filter((each): each is { item: T; score: number } => each.score !== null)
        .toSorted((a, b) => b.score - a.score)
        .map(({ item }) => item)
