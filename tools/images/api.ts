import type { CatalogImage } from '../../contract/src/compute/image-fetches.ts'
import { reasonOf } from '../../control-plane/src/node/start/startup-error.ts'

const TIMEOUT_MS = 60_000

/** What the operator reads instead of a result. */
export class Failure extends Error {}
/** The server does not answer at the moment. */
export class Unavailable extends Failure {}

/** The API of a running server, with an access token. */
export class Api {
  readonly #base: string
  readonly #token: string

  constructor(base: string, token: string) {
    this.#base = base
    this.#token = token
  }

  /** From SKERRY_URL and SKERRY_TOKEN. Empty variables count as unset. @throws Failure */
  static of(environment: NodeJS.ProcessEnv): Api {
    const { SKERRY_TOKEN: token, SKERRY_PORT, PORT } = environment
    const text = environment['SKERRY_URL'] || `http://localhost:${SKERRY_PORT || PORT || 4400}`
    if (!token) throw new Failure('set SKERRY_TOKEN to an access token (docs/operating/images.md says how to get one)')
    if (!/^[\x21-\x7e]+$/.test(token)) throw new Failure('SKERRY_TOKEN is no access token')
    const url = URL.parse(text)
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.username)
      throw new Failure(`SKERRY_URL must be an address such as https://cloud.example.org, not "${text}"`)
    return new Api(url.origin, token)
  }

  async catalog(): Promise<CatalogImage[]> {
    const { items } = await this.call<{ items: CatalogImage[] }>('/v1/image-catalog?limit=1000')
    return items
  }

  /** @throws Failure, also for 404 */
  async call<T>(path: string, body?: object): Promise<T> {
    const answer = await this.#send(path, body)
    if (!answer.ok) throw new Failure(await messageOf(answer))
    return (await answer.json()) as T
  }

  /** Undefined for 404. @throws Failure */
  async find<T>(path: string): Promise<T | undefined> {
    const answer = await this.#send(path)
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new Failure(await messageOf(answer))
    return (await answer.json()) as T
  }

  async #send(path: string, body?: object): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const answer = await fetch(this.#base + path, { ...init, headers, signal, redirect: 'manual' }).catch(
      (error: Error) => {
        throw new Unavailable(
          `no Skerry answers at ${this.#base} (${reasonOf(error.cause ?? error)}): start it, or set SKERRY_URL`,
        )
      },
    )
    if (answer.status >= 500 || answer.status === 429) throw new Unavailable(await messageOf(answer))
    if (answer.status === 401) throw new Failure(`${this.#base} does not accept the token in SKERRY_TOKEN`)
    const location = answer.headers.get('location')
    if (location)
      throw new Failure(`${this.#base} redirects to ${location}: set SKERRY_URL to the server's own address`)
    return answer
  }
}

/** The message of an error of the API. A proxy may answer with something else. */
async function messageOf(answer: Response): Promise<string> {
  const text = await answer.text()
  try {
    return (JSON.parse(text) as { message: string }).message
  } catch {
    return `the server answers with status ${answer.status}`
  }
}
