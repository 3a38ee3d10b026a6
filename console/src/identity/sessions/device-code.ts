/** What a device shows: 8 letters, with a dash after the third. */
export const codeLength = 8
export const dashAt = 3

/** The letters of a text as codes have them; all else is left out. */
export const lettersIn = (text: string): string =>
  text
    .replace(/[^a-z]/gi, '')
    .toUpperCase()
    .slice(0, codeLength)

/** As it is sent: `ABC-DEFGH`. */
export const codeOf = (letters: string): string => `${letters.slice(0, dashAt)}-${letters.slice(dashAt)}`
