/** A key of a US keyboard: X11's number of the symbol, and the browser's name of the key. */
export interface Key {
  keysym: number
  code: string
}

const shift: Key = { keysym: 0xffe1, code: 'ShiftLeft' }
export const shifts: readonly Key[] = [shift, { keysym: 0xffe2, code: 'ShiftRight' }]
const control: Key = { keysym: 0xffe3, code: 'ControlLeft' }
const alt: Key = { keysym: 0xffe9, code: 'AltLeft' }
const functionKey = (number: number): Key => ({ keysym: 0xffbd + number, code: `F${number}` })
const tab: Key = { keysym: 0xff09, code: 'Tab' }
const enter: Key = { keysym: 0xff0d, code: 'Enter' }

/** Keys that are pressed in this order, and released in the opposite one. */
export type Chord = readonly Key[]

/** What browsers and systems keep for themselves, and keys that a phone lacks. */
export const combinations: readonly { label: string; chord: Chord }[] = [
  { label: 'Ctrl+Alt+Del', chord: [control, alt, { keysym: 0xffff, code: 'Delete' }] },
  { label: 'Ctrl+Alt+F1', chord: [control, alt, functionKey(1)] },
  { label: 'Ctrl+Alt+F2', chord: [control, alt, functionKey(2)] },
  { label: 'Ctrl+Alt+F3', chord: [control, alt, functionKey(3)] },
  { label: 'Alt+Tab', chord: [alt, tab] },
  { label: 'Alt+F4', chord: [alt, functionKey(4)] },
  { label: 'Ctrl+C', chord: [control, { keysym: 0x63, code: 'KeyC' }] },
  { label: 'Super', chord: [{ keysym: 0xffeb, code: 'MetaLeft' }] },
  { label: 'Esc', chord: [{ keysym: 0xff1b, code: 'Escape' }] },
  { label: 'Tab', chord: [tab] },
  { label: 'Enter', chord: [enter] },
]

/** The keys that make two symbols: plain, and with Shift. */
const pairs: readonly (readonly [code: string, symbols: string])[] = [
  ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => {
    const capital = letter.toUpperCase()
    return [`Key${capital}`, letter + capital] as const
  }),
  ...[...')!@#$%^&*('].map((symbol, digit) => [`Digit${digit}`, `${digit}${symbol}`] as const),
  ['Backquote', '`~'],
  ['Minus', '-_'],
  ['Equal', '=+'],
  ['BracketLeft', '[{'],
  ['BracketRight', ']}'],
  ['Backslash', '\\|'],
  ['Semicolon', ';:'],
  ['Quote', `'"`],
  ['Comma', ',<'],
  ['Period', '.>'],
  ['Slash', '/?'],
]

const chords = new Map<string, Chord>([
  [' ', [{ keysym: 0x20, code: 'Space' }]],
  ['\n', [enter]],
  ['\t', [tab]],
  ...pairs.flatMap(([code, symbols]) =>
    [...symbols].map((symbol, shifted): [string, Chord] => {
      const key = { keysym: symbol.charCodeAt(0), code }
      return [symbol, shifted ? [shift, key] : [key]]
    }),
  ),
])

/** Typing takes 40 to 80 ms a character. */
export const maxTyped = 2000

/** The keys that type a text, or why it cannot be typed. */
export function chordsOf(text: string): readonly Chord[] | { refused: string } {
  const characters = [...text.replaceAll(/\r\n?/g, '\n')]
  if (characters.length > maxTyped)
    return {
      refused: `The text has ${characters.length.toLocaleString()} characters: at most ${maxTyped.toLocaleString()} can be typed`,
    }
  const others = [...new Set(characters.filter((each) => !chords.has(each)))]
  if (others.length === 0) return characters.map((each) => chords.get(each)!)
  const named = others.slice(0, 5).map((each) => (/\p{C}|\p{Z}/u.test(each) ? hex(each) : each))
  const more = others.length > named.length ? ` and ${others.length - named.length} more` : ''
  return { refused: `A US keyboard has no key for ${named.join(' ')}${more}` }
}

const hex = (character: string) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
