import { createSecureContext, type SecureContext } from 'node:tls'
import type { ServedCertificate } from '../../identity/certificates/served.repo.ts'
import { type Log, silent } from '../../kernel/telemetry/log.ts'

/** Node's SNI callback: called for each connection with the host name of the client. */
export type SniCallback = (host: string, done: (error: Error | null, context?: SecureContext) => void) => void

/** Maximum number of hosts whose last certificate is kept for when the database does not answer. */
const MAX_REMEMBERED = 1000

/**
 * Serves the newest certificate to each connection, without a restart.
 * @param find the newest certificate for a host, except the given ones, which cannot be served; undefined if there is
 * none: then the connection is refused
 */
export function tlsContexts(
  find: (host: string, except: readonly string[]) => Promise<ServedCertificate | undefined>,
  log: Log = silent,
): SniCallback {
  /** Ids of certificates that OpenSSL does not accept. */
  const broken = new Set<string>()
  const last = new Map<string, { id: string; context: SecureContext }>()

  async function contextFor(host: string): Promise<SecureContext> {
    const known = last.get(host)
    let found: ServedCertificate | undefined
    try {
      found = await find(host, [...broken])
    } catch (error) {
      if (known) return known.context
      throw error
    }
    if (!found) throw new Error('no certificate for this host')
    if (known?.id === found.id) return known.context
    const context = contextOf(found)
    if (!context) return contextFor(host)
    if (last.size >= MAX_REMEMBERED) last.clear()
    last.set(host, { id: found.id, context })
    return context
  }

  function contextOf({ id, cert, private_key }: ServedCertificate): SecureContext | undefined {
    try {
      return createSecureContext({ cert, key: private_key })
    } catch (error) {
      broken.add(id)
      log('error', 'cannot serve a certificate: serves the one before it, if any', { certificate_id: id, error })
      return undefined
    }
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
