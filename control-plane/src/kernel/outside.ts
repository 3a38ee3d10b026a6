/** One HTTP request to an address that somebody typed in. */
export interface OutsideRequest {
  url: string
  method?: 'GET' | 'POST'
  /** Several values of a header are several lines of it. */
  headers?: Record<string, string | string[]>
  body?: string
  /** For all of it: finding the address, connecting, and the whole answer. */
  timeoutMs: number
  /** For finding the address and connecting alone, where that is to be shorter. */
  connectMs?: number
  /** The most bytes of an answer. With `none` its status is answered as soon as it is there, without a body. */
  maxBytes: number | 'none'
  /** Breaks the request off; it then rejects with the signal's reason. */
  signal?: AbortSignal
}

export interface OutsideAnswer {
  status: number
  body: Uint8Array
}

/**
 * Speaks HTTP with the world outside, and with nothing of the inside: addresses that lead to this machine or its
 * networks are refused unless the operator allows them. Redirects are answers like any other.
 */
export interface Outside {
  /** @throws OutsideProblem when there is no answer */
  request(request: OutsideRequest): Promise<OutsideAnswer>
  /**
   * Whether requests to that URL would be refused as it leads now. A name that cannot be resolved is none of that.
   * @throws OutsideProblem `address` or `refused` then
   */
  check(url: string): Promise<void>
}

export class OutsideProblem extends Error {
  readonly kind: 'address' | 'refused' | 'timeout' | 'size' | 'unreachable'

  /** @param message worded for whoever typed the address in */
  constructor(kind: OutsideProblem['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** An http or https URL. @throws OutsideProblem for any other, and for one that holds a password */
export function outsideUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new OutsideProblem('address', 'it is not an http or https URL')
  if (url.username || url.password) throw new OutsideProblem('address', 'it must not hold a password')
  return url
}

/** For a control plane without a network, as in the page. */
export const nothingOutside: Outside = {
  request() {
    throw new OutsideProblem('unreachable', 'nothing outside can be reached from here')
  },
  async check(url) {
    outsideUrl(url)
  },
}
