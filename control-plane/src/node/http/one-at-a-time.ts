import type { RequestListener } from 'node:http'
import type { Duplex } from 'node:stream'

/** How many requests may wait behind the one that a connection has running. Browsers and proxies send none. */
const MAX_WAITING = 16

/**
 * Runs the requests of a connection one after the other. Node begins all that a client sends without waiting for
 * answers, and keeps every answer until the ones before it are sent: hundreds of lists behind a stream that never ends.
 */
export function oneAtATime(run: RequestListener): RequestListener {
  /** The requests that wait, of connections with a running one. */
  const waiting = new WeakMap<Duplex, (() => void)[]>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    const begin = () => {
      outgoing.once('close', () => {
        const next = waiting.get(socket)?.shift()
        if (next && !socket.destroyed) next()
        else waiting.delete(socket)
      })
      run(incoming, outgoing)
    }
    const line = waiting.get(socket)
    if (!line) {
      waiting.set(socket, [])
      begin()
    } else if (line.push(begin) > MAX_WAITING) socket.destroy()
  }
}
