import { SESSION_COOKIE } from '../../kernel/access/actor.ts'
import type { Call } from '../../kernel/http/call.ts'

/** A Set-Cookie value for a session. */
export const sessionCookie = ({ secure }: Pick<Call, 'secure'>, value: string, seconds: number): string =>
  [
    `${SESSION_COOKIE}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${seconds}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ')
