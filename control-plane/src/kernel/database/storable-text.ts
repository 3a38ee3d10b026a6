/**
 * A text as PostgreSQL stores it, which refuses NUL, and half of a surrogate pair in JSON. For texts of others that no
 * schema has checked: a platform may repeat what programs write.
 */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
