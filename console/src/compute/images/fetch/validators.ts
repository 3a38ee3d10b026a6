import type { Validator } from '~/form/validators.ts'

/** Why an image can't be fetched from an address. */
export const httpsProblem: Validator<string> = (text) =>
  text === '' || (URL.canParse(text) && text.startsWith('https://')) ? undefined : 'Address must begin with https://'

/** The digits of a checksum, also in the line that `sha256sum` writes, with or without `--tag`. */
const digestIn = (text: string): string | undefined =>
  /^(?:SHA\d+ \(.*\) = )?([\da-f]{64}|[\da-f]{128})(?:\s.*)?$/i.exec(text)?.[1]

/** Why a text is not a checksum of a file. */
export const checksumProblem: Validator<string> = (text) =>
  text === '' || digestIn(text) ? undefined : 'Checksum must be 64 hexadecimal digits (SHA-256) or 128 (SHA-512)'

/** A checksum by its length. @param text that has no problem */
export function checksumOf(text: string) {
  const value = digestIn(text) ?? text
  return { type: value.length === 128 ? 'sha512' : 'sha256', value } as const
}
