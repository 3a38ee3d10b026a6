/**
 * - `transient`: a retry may succeed.
 * - `permanent`: a retry will fail too.
 * - `gone`: the resource does not exist (any more).
 * - `no-space`: the storage is full.
 * - `outdated`: the generation of the call has ended, or a later saga has called about the resource.
 * - `refused`: what a user has uploaded, or had fetched, cannot be used; the message tells them why.
 */
export type PlatformErrorKind = 'transient' | 'permanent' | 'gone' | 'no-space' | 'outdated' | 'refused'

/** The only error that platform calls reject with, except for the reason of an aborted signal. */
export class PlatformError extends Error {
  readonly kind: PlatformErrorKind

  constructor(kind: PlatformErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'PlatformError'
    this.kind = kind
  }
}

export const gone = (what: string, id: string) => new PlatformError('gone', `There is no ${what} ${id}`)
