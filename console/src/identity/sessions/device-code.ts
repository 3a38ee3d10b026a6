/** What a device shows: 8 letters, with a dash after the third. */
export const codeLength = 8
export const dashAt = 3

/** The letters typed so far, a box each; an empty box is an empty text. */
export type Letters = readonly string[]

export const noLetters: Letters = Array.from({ length: codeLength }, () => '')

/** The letters of a text as codes have them; all else is left out. */
const lettersIn = (text: string): string[] =>
  text
    .replace(/[^a-z]/gi, '')
    .toUpperCase()
    .split('')

/** Where typing goes on. */
interface Entry {
  letters: Letters
  /** The box to go to. */
  at: number
}

/** Puts the letters of a text into the boxes from one on: what was typed is one, what was pasted may be many. */
export function enter(letters: Letters, at: number, text: string): Entry {
  const added = lettersIn(text).slice(0, codeLength - at)
  return {
    letters: letters.toSpliced(at, added.length, ...added),
    at: Math.min(at + added.length, codeLength - 1),
  }
}

/** Takes the letter of a box, or where it is empty that of the one before it. */
export function eraseBefore(letters: Letters, at: number): Entry {
  const taken = letters[at] === '' ? Math.max(at - 1, 0) : at
  return { letters: letters.with(taken, ''), at: taken }
}

export const isWhole = (letters: Letters): boolean => letters.every((letter) => letter !== '')

/** As it is sent: `ABC-DEFGH`. */
export const codeOf = (letters: Letters): string =>
  `${letters.slice(0, dashAt).join('')}-${letters.slice(dashAt).join('')}`
