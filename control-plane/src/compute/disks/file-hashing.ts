declare module '../../kernel/services/services.ts' {
  interface WingServices {
    /** Undefined where the control plane runs in a page. */
    hashing: FileHashing | undefined
  }
}

export interface FileHashing {
  /**
   * Hashes, in hexadecimal, of a file that comes in parts of about a megabyte. Off the event loop, and in turns by owner.
   * Rejects with the reason of the signal, also while it waits for a turn.
   */
  hashes(
    owner: string,
    parts: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<{ sha256: string; sha512: string }>
  close(): Promise<void>
}
