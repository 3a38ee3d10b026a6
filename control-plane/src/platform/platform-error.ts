/**
 * - `transient`: it may work when asked again.
 * - `permanent`: it will not, however often it is asked.
 * - `gone`: the thing asked about does not exist (any more).
 * - `no-space`: nothing is left of what it would be stored in.
 * - `outdated`: it was meant for a time that has ended.
 */
export type PlatformErrorKind = 'transient' | 'permanent' | 'gone' | 'no-space' | 'outdated'

/** The one error that a platform's calls reject with, the reason of an aborted signal aside. */
export class PlatformError extends Error {
  readonly kind: PlatformErrorKind

  constructor(kind: PlatformErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'PlatformError'
    this.kind = kind
  }
}
