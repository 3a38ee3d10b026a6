/** For words that begin a sentence. */
export const upperFirst = <T extends string | undefined>(text: T): T =>
  (text && text.charAt(0).toUpperCase() + text.slice(1)) as T

/** A title within a sentence: `Floating IPs` → `floating IPs`. Abbreviations keep their capitals. */
export const inSentence = (title: string): string =>
  title.replace(/\S+/g, (word) => (/[A-Z].*[A-Z]/.test(word) ? word : word.toLowerCase()))

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** For sorting names: by the reader's language, numbers in them by value. */
export const compareWords = new Intl.Collator(undefined, { numeric: true }).compare
