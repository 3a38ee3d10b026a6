declare module 'samlp' {
  /** The parts of Express' request and response that its middlewares use. */
  interface SamlpRequest {
    method: string | undefined
    query: Record<string, string>
    user: object
  }
  interface SamlpAnswer {
    set(name: string, value: string): void
    send(body: string | number): void
  }
  interface SamlpOptions {
    issuer: string
    cert: string
    key: string
    audience?: string
    recipient: string
    destination: string
    /** The certificate that signed requests are checked with. */
    signingCert?: string | undefined
    encryptionCert?: string | undefined
    encryptionPublicKey?: string | undefined
    getPostURL(
      audience: string,
      request: unknown,
      http: unknown,
      done: (error: Error | null, url: string) => void,
    ): void
    profileMapper(user: object): {
      getClaims(): Record<string, string[]>
      getNameIdentifier(): { nameIdentifier: string }
    }
  }
  const samlp: {
    auth(options: SamlpOptions): (request: SamlpRequest, answer: SamlpAnswer, failed: (error: Error) => void) => void
  }
  export default samlp
}
