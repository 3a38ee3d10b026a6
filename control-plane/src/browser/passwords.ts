import { bytesToHex } from '@noble/hashes/utils.js'
import { hashSecret, type Passwords, randomSecret } from '../kernel/access/secrets.ts'

const hashed = (salt: string, password: string) => `sha256:${salt}:${bytesToHex(hashSecret(`${salt}:${password}`))}`

/** Passwords of a database that lives in one page: whoever could read the hashes has the page itself. */
export const pagePasswords: Passwords = {
  hash: async (password) => hashed(randomSecret(), password),
  verify: async (hash, password) => hash !== null && hash === hashed(hash.split(':')[1] ?? '', password),
}
