import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * The name of the cookie, without the prefix that it has over TLS. Ports of one host share cookies, so the installation
 * is in the name: signing in to one does not end the session with another.
 */
export const sessionCookieName = (installation: Uint8Array): string =>
  `skerry-session-${bytesToHex(installation.subarray(0, 4))}`

/** Browsers accept a cookie with this prefix only over TLS and only from the host itself. */
const SECURE_PREFIX = '__Host-'

/** A Set-Cookie value for a session. */
export const sessionCookie = (name: string, secret: string, options: { seconds: number; secure: boolean }): string =>
  [
    `${options.secure ? SECURE_PREFIX : ''}${name}=${secret}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${options.seconds}`,
    ...(options.secure ? ['Secure'] : []),
  ].join('; ')

/** How many cookies of a request are tried: other hosts of a domain and other paths can add some of the same name. */
const MAX_TRIED = 8

const COOKIE = /(?:^|;)\s*(__Host-)?skerry-session(?:-[0-9a-f]{8})?=([0-9a-f]{40})\s*(?=;|$)/g

/** The sessions in the cookies of a request. Over TLS only those count that another host cannot have set. */
export function sessionSecrets(headers: Headers, secure: boolean): string[] {
  const cookies = [...(headers.get('cookie') ?? '').matchAll(COOKIE)]
  const secrets = cookies.flatMap(([, prefix, secret = '']) => ((prefix !== undefined) === secure ? [secret] : []))
  return [...new Set(secrets)].slice(0, MAX_TRIED)
}
