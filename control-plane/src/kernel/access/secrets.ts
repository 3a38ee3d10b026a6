import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** 160 random bits as 40 hex digits: the secret part of sessions, tokens and device codes. */
export const randomSecret = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(20)))

/** An initial password, to be changed after the first sign-in: 80 random bits, no letters that look alike. */
export function generatePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes]
    .map((byte) => letters[byte % letters.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')
}

/** The hash that is stored instead of a secret. The secret has 160 random bits, so a plain hash is enough. */
export const hashSecret = (secret: string): Uint8Array => sha256(utf8ToBytes(secret))

export const mac = (key: Uint8Array, text: string): Uint8Array => hmac(sha256, key, utf8ToBytes(text))

/** Compares in constant time. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}

/** Hashes passwords: argon2id, 64 MiB, t=3, p=1, off the event loop, at most four at once. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Compares. Without a hash it takes as long and returns false. */
  verify(hash: string | null, password: string): Promise<boolean>
}
