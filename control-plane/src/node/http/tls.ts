import { createPrivateKey } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { Tls } from '../../identity/certificates/tls.ts'
import { reasonOf } from '../start/startup-error.ts'

/** OpenSSL, which also serves the certificates. */
export const openssl: Tls = {
  problem(pair) {
    try {
      createSecureContext(pair)
      return undefined
    } catch (error) {
      return reasonOf(error)
    }
  },
  isPrivateKey(key) {
    try {
      return createPrivateKey(key).type === 'private'
    } catch {
      return false
    }
  },
}
