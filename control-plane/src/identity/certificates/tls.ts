/** Checks by the library that serves certificates. A page in the browser serves none. */
export interface Tls {
  /** Why a certificate cannot be served with its key; undefined when it can. */
  problem(pair: { cert: string; key: string }): string | undefined
  /** Whether a PEM text is a private key, of whatever kind. */
  isPrivateKey(key: string): boolean
}

export const noTls: Tls = { problem: () => undefined, isPrivateKey: () => false }

declare module '../../kernel/services/services.ts' {
  interface WingServices {
    tls: Tls
  }
}
