import type { Validator } from '~/form/validators.ts'

/** Why an image can't be fetched from an address. */
export const httpsProblem: Validator<string> = (text) =>
  text === '' || (URL.canParse(text) && text.startsWith('https://')) ? undefined : 'Address must begin with https://'

/** Why a text is not a checksum of a file. */
export const checksumProblem: Validator<string> = (text) =>
  text === '' || /^([0-9a-fA-F]{64}|[0-9a-fA-F]{128})$/.test(text)
    ? undefined
    : 'Checksum must be 64 hexadecimal digits (SHA-256) or 128 (SHA-512)'

/** A checksum by its length. */
export const checksumOf = (value: string) => ({ type: value.length === 128 ? 'sha512' : 'sha256', value }) as const
