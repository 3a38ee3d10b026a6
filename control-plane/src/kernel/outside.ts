/** One HTTP request to an address that somebody typed in. */
export interface OutsideRequest {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** For all of it: finding the address, connecting, and the whole answer. */
  timeoutMs: number
  /** The most bytes of an answer. */
  maxBytes: number
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
}

export class OutsideProblem extends Error {
  readonly kind: 'address' | 'refused' | 'timeout' | 'size' | 'unreachable'

  /** @param message worded for whoever typed the address in */
  constructor(kind: OutsideProblem['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** For a control plane without a network, as in the page. */
export const nothingOutside: Outside = {
  request() {
    throw new OutsideProblem('unreachable', 'nothing outside can be reached from here')
  },
}
