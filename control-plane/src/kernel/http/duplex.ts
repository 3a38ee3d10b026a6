/** The far end of a connection that carries bytes both ways, whatever its transport. */
export interface DuplexClient {
  /** Resolves once more can be taken, so that a slow client is not drowned; rejects once the client is gone. */
  send(bytes: Uint8Array): Promise<void>
  /** Codes are those of WebSockets: 1000 for an end in order, 1011 for one with a reason to look at. */
  close(code: 1000 | 1011, reason: string): void
}

/** What the transport tells of its client. */
export interface DuplexSession {
  /** The client sent bytes; a promise stands for no more being wanted until then. It never rejects. */
  receive(bytes: Uint8Array): void | Promise<void>
  /** The client is gone. */
  end(): void
}

export type JoinDuplex = (client: DuplexClient) => DuplexSession

/** Takes up the connection that a request offers: `join` is called once the transport has made it. */
export type AcceptDuplex = (join: JoinDuplex) => void
