/** The client of a bidirectional byte connection, independent of its transport. */
export interface DuplexClient {
  /** Resolves when the client can accept more (back pressure); rejects once the client is gone. */
  send(bytes: Uint8Array): Promise<void>
  /** WebSocket close codes: 1000 for a normal end, 1011 for an error. */
  close(code: 1000 | 1011, reason: string): void
}

/** Callbacks for the transport. */
export interface DuplexSession {
  /** The client sent bytes. A returned promise pauses the client until it resolves; it never rejects. */
  receive(bytes: Uint8Array): void | Promise<void>
  /** The client is gone. */
  end(): void
}

export type JoinDuplex = (client: DuplexClient) => DuplexSession

/** Accepts the connection that a request offers: `join` is called once the transport has opened it. */
export type AcceptDuplex = (join: JoinDuplex) => void
