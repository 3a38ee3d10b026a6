/** Words of a rule as the beginning of a sentence. */
export const upperFirst = <T extends string | undefined>(text: T): T =>
  (text && text.charAt(0).toUpperCase() + text.slice(1)) as T
