const MAX_LENGTH = 256

/** Text of a document within a message, which may be logged: one line, of limited length. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)
