import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { ImageFetching } from '../compute/image-fetches/image-fetching.ts'
import { makeCertificate } from '../identity/certificates/self-signed.ts'
import { AddressSet } from '../node/http/address-set.ts'
import { outbound } from '../node/outbound/outbound.ts'

const HOST = 'images.test'

/** An https server of this machine, under a name that leads to it. */
export class FileServer {
  readonly url: string
  /** Answers by path. */
  readonly paths = new Map<string, RequestListener>()
  readonly requests: IncomingMessage[] = []
  /** Names that were looked up. */
  readonly lookups: string[] = []
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.url = `https://${HOST}:${(server.address() as AddressInfo).port}`
  }

  /** Its certificate is trusted from now on. */
  static async start(): Promise<FileServer> {
    // Of two authorities of one name, OpenSSL tries one: another file's server in this process must have its own.
    const { cert, key } = await makeCertificate({ names: [HOST], commonName: crypto.randomUUID() })
    setDefaultCACertificates([...getCACertificates('default'), cert])
    const server = createServer({ cert, key })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const files = new FileServer(server)
    server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
      files.requests.push(request)
      const listener = files.paths.get(request.url ?? '')
      if (listener) listener(request, answer)
      else answer.writeHead(404).end()
    })
    return files
  }

  /** Serves a file at a path. Returns its URL. */
  serve(path: string, listener: RequestListener | Uint8Array | string): string {
    this.paths.set(path, typeof listener === 'function' ? listener : (_, answer) => void answer.end(listener))
    return `${this.url}${path}`
  }

  /** Fetches only from this server, and through no proxy. */
  get outbound(): ImageFetching['outbound'] {
    const resolve = async (host: string) => {
      this.lookups.push(host)
      if (host === HOST) return [{ address: '127.0.0.1', family: 4 }]
      if (host === 'inside.test') return [{ address: '10.0.0.1', family: 4 }]
      throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
    }
    return outbound(new AddressSet(['127.0.0.0/8']), resolve, undefined, () => [], {})
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}
