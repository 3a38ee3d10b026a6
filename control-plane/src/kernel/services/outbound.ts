/** One HTTP request to a URL that a user entered. */
export interface OutboundRequest {
  url: string
  method?: 'GET' | 'POST'
  /** An array sends the header once per value. */
  headers?: Record<string, string | string[]>
  body?: string
  /** Limit for everything: resolving the name, connecting, and reading the whole answer. */
  timeoutMs: number
  /** A shorter limit for resolving the name and connecting. */
  connectMs?: number
  /** The most bytes of an answer. With `none` the request resolves as soon as the status arrives, without a body. */
  maxBytes: number | 'none'
  /** Aborts the request, which then rejects with the signal's reason. */
  signal?: AbortSignal
}

export interface OutboundAnswer {
  status: number
  body: Uint8Array
}

/**
 * An HTTP client for the internet. It refuses addresses of this machine and its networks unless the operator allows
 * them, and does not follow redirects.
 */
export interface Outbound {
  /** @throws OutboundProblem if there is no answer */
  request(request: OutboundRequest): Promise<OutboundAnswer>
  /**
   * Checks whether requests to that URL would be refused, by the addresses that its name has now. A name that does not
   * resolve passes. @throws OutboundProblem `address` or `refused`
   */
  check(url: string): Promise<void>
}

/** A GET of a large file from a URL that a user entered. */
export interface OutboundDownload {
  /** Only https. */
  url: string
  headers?: Record<string, string>
  /** A limit for the answer to begin, and then for each further part of it of at least `leastBytes`. */
  stallMs: number
  leastBytes: number
  /** Limit for everything. */
  timeoutMs: number
  signal: AbortSignal
}

export interface OutboundStream {
  status: number
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>
  /** @throws OutboundProblem when the connection ends before the body does, and the signal's reason */
  body: AsyncIterable<Uint8Array>
  /** Must be called, also without reading the body. */
  close(): void
}

/** Downloads with the rules of `Outbound`, over the proxy that the operator set, if any. */
export interface OutboundStreams {
  /** @throws OutboundProblem if there is no answer */
  open(download: OutboundDownload): Promise<OutboundStream>
}

export class OutboundProblem extends Error {
  /** `misconfigured` where the same request fails again until somebody mends the address or a server's setup. */
  readonly kind: 'address' | 'refused' | 'timeout' | 'size' | 'encoding' | 'unreachable' | 'misconfigured'

  /** @param message for the user who entered the URL */
  constructor(kind: OutboundProblem['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** An http or https URL. @throws OutboundProblem for any other, and for one that holds a password */
export function outboundUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new OutboundProblem('address', 'it is not an http or https URL')
  if (url.username || url.password) throw new OutboundProblem('address', 'it must not hold a password')
  return url
}

/** For a control plane without a network, as in the browser. */
export const noOutbound: Outbound = {
  request() {
    throw new OutboundProblem('unreachable', 'nothing outside can be reached from here')
  },
  async check(url) {
    outboundUrl(url)
  },
}
