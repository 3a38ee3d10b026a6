import type { sessions } from '@skerry/contract/identity/sessions.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import { ApiError, forbidden, invalidRequest, notFound } from '../../kernel/http/errors.ts'
import { timestampOrNull } from '../../kernel/values/time.ts'
import { findSilo } from '../silos/silos.repo.ts'
import {
  bindRequest,
  insertRequest,
  issueToken,
  recordPoll,
  requestOfDevice,
  requestOfUserCode,
  shownUserCode,
} from './device-requests.repo.ts'
import { siloOfHost } from './sign-in-path.ts'
import { countDeviceRequest, countUserCode, forgiveUserCode } from './sign-in-throttle.ts'

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'
const REQUEST_LIFETIME_MS = 300_000
const POLL_INTERVAL_MS = 5_000

/** How many characters of an unknown user code the error message repeats. */
const MAX_CODE_SHOWN = 32

/** Token error codes: RFC 8628, section 3.5. */
const REFUSALS = {
  authorization_pending: 'the code has not been entered yet',
  slow_down: `poll at most every ${POLL_INTERVAL_MS / 1000} seconds`,
  expired_token: 'the code has expired: start again',
  access_denied: 'no such request, or its user or token has been deleted',
  unsupported_grant_type: `grant_type must be ${GRANT_TYPE}`,
}
const refusal = (code: keyof typeof REFUSALS) => new ApiError(400, code, REFUSALS[code])

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

async function maxTtl(tx: Tx, siloId: string): Promise<number | null> {
  const silo = await findSilo(tx, { id: siloId })
  return silo?.device_token_max_ttl_seconds ?? null
}

/** At the host of the silo that the device asked; else at the public address, which a proxy's Host may not be. */
function verificationUri({ request, secure, services }: Pick<Call, 'request' | 'secure' | 'services'>): string {
  const { publicUrl, domain } = services.settings
  const host = request.headers.get('host') ?? new URL(request.url).host
  if (publicUrl !== undefined && !siloOfHost(host, domain)) return new URL('/device/verify', publicUrl).href
  return `${secure ? 'https' : 'http'}://${host}/device/verify`
}

type DeviceOperation = 'device_auth_request' | 'device_auth_confirm' | 'device_access_token'

/** OAuth device flow: a device without a browser shows a code, which the user enters in a signed-in browser. */
export const deviceLoginOps: Handlers<Pick<typeof sessions, DeviceOperation>> = {
  async device_auth_request(call) {
    const { db, now, body } = call
    await countDeviceRequest(db, call.remoteAddress, now)
    const { deviceCode, userCode } = await insertRequest(db, {
      client_id: body.client_id,
      ttl_seconds: body.ttl_seconds ?? null,
      time_created: now,
      time_expires: after(now, REQUEST_LIFETIME_MS),
    })
    return Response.json({
      device_code: deviceCode,
      user_code: shownUserCode(userCode),
      verification_uri: verificationUri(call),
      expires_in: REQUEST_LIFETIME_MS / 1000,
      interval: POLL_INTERVAL_MS / 1000,
    })
  },

  async device_auth_confirm(call) {
    call.access.onSelf()
    const { actor, body, now } = call
    // A token that could confirm a request for another token could renew itself beyond its expiry.
    if (actor.credential.kind !== 'session') throw forbidden()
    await countUserCode(call.db, actor.userId, now)
    return call.transaction(async (tx) => {
      const request = await requestOfUserCode(tx, actor.userId, body.user_code)
      if (!request) throw notFound('device-auth-request', { name: body.user_code.slice(0, MAX_CODE_SHOWN) })
      call.target(request.id, { client_id: request.client_id })
      if (request.time_expires <= now) throw invalidRequest('the code has expired: start again on the device')
      const max = await maxTtl(tx, actor.siloId)
      if (max !== null && (request.ttl_seconds ?? 0) > max)
        throw invalidRequest(`tokens of this silo last at most ${max} s: request less on the device`)
      await bindRequest(tx, request.id, actor.userId)
      await forgiveUserCode(tx, actor.userId)
    })
  },

  async device_access_token(call) {
    const { grant_type, device_code, client_id } = call.body
    if (grant_type !== GRANT_TYPE) throw refusal('unsupported_grant_type')
    const token = await call.transaction((tx) => poll(call, tx, device_code, client_id))
    if (typeof token === 'string') throw refusal(token)
    return Response.json({
      access_token: `skerry-token-${token.secret}`,
      token_type: 'bearer',
      token_id: token.id,
      time_expires: timestampOrNull(token.time_expires),
    })
  },
}

type PollResult = Awaited<ReturnType<typeof issueToken>> | 'authorization_pending' | 'slow_down' | 'expired_token'

/** Returns `slow_down` only while the request is pending: a confirmed device gets its token however often it polls. */
async function poll(
  { now, target, identifiedAs }: Pick<Call, 'now' | 'target' | 'identifiedAs'>,
  tx: Tx,
  deviceCode: string,
  clientId: string,
): Promise<PollResult | 'access_denied'> {
  const request = await requestOfDevice(tx, deviceCode, clientId)
  if (!request) return 'access_denied'
  if (request.time_expires <= now) return 'expired_token'
  const { user_id, time_last_polled: last } = request
  if (!user_id) {
    await recordPoll(tx, request.id, now)
    return last && now < after(last, POLL_INTERVAL_MS) ? 'slow_down' : 'authorization_pending'
  }
  const user = await tx.selectFrom('users').select('silo_id').where('id', '=', user_id).executeTakeFirstOrThrow()
  const max = await maxTtl(tx, user.silo_id)
  const ttl = Math.min(request.ttl_seconds ?? Infinity, max ?? Infinity)
  const token = await issueToken(tx, { ...request, user_id }, now, ttl === Infinity ? null : after(now, ttl * 1000))
  identifiedAs({ userId: user_id, siloId: user.silo_id })
  target(token.id, { client_id: clientId })
  return token
}
