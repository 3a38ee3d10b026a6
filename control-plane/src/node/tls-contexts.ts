import { createSecureContext, type SecureContext } from 'node:tls'
import type { ServedCertificate } from '../identity/certificates/served.repo.ts'

/** Node's SNI callback: called for each connection with the host name of the client. */
export type SniCallback = (host: string, done: (error: Error | null, context?: SecureContext) => void) => void

/** Number of cached hosts, for when the database does not answer. */
const MOST_REMEMBERED = 1000

/**
 * Serves the newest certificate to each connection, without a restart.
 * @param find the certificate for a host; undefined where there is none, and the connection is refused
 */
export function tlsContexts(find: (host: string) => Promise<ServedCertificate | undefined>): SniCallback {
  const last = new Map<string, { id: string; context: SecureContext }>()

  async function contextFor(host: string): Promise<SecureContext> {
    const known = last.get(host)
    let found: ServedCertificate | undefined
    try {
      found = await find(host)
    } catch (error) {
      if (known) return known.context
      throw error
    }
    if (!found) throw new Error('no certificate for this host')
    if (known?.id === found.id) return known.context
    const context = createSecureContext({ cert: found.cert, key: found.private_key })
    if (last.size >= MOST_REMEMBERED) last.clear()
    last.set(host, { id: found.id, context })
    return context
  }

  async function answer(host: string, done: Parameters<SniCallback>[1]): Promise<void> {
    let context: SecureContext
    try {
      context = await contextFor(host.toLowerCase())
    } catch (error) {
      return done(error as Error)
    }
    done(null, context)
  }

  return (host, done) => void answer(host, done)
}
