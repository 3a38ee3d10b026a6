import type { sessions } from '@skerry/contract/identity/sessions.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { ApiError, forbidden, invalidRequest, notFound } from '../../kernel/errors.ts'
import { countDeviceRequest, countUserCode, forgiveUserCode } from './sign-in-throttle.ts'
import { timestampOrNull } from '../../kernel/time.ts'
import { findSilo } from '../silos/silos.repo.ts'
import {
  bindRequest,
  insertRequest,
  issueToken,
  notePoll,
  requestOfDevice,
  requestOfUserCode,
  shownUserCode,
} from './device-requests.repo.ts'

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'
const REQUEST_HOLDS_MS = 300_000
const POLL_EVERY_MS = 5_000

/** Of what was entered as a code, in the answer that no request has it. */
const MOST_SHOWN = 32

/** Why a device gets no token, or none yet: RFC 8628, section 3.5. */
const REFUSALS = {
  authorization_pending: 'the code has not been entered yet',
  slow_down: `ask at most every ${POLL_EVERY_MS / 1000} seconds`,
  expired_token: 'the code has expired: begin again',
  access_denied: 'there is no such request, or its user or its token has been deleted',
  unsupported_grant_type: `grant_type must be ${GRANT_TYPE}`,
}
const refusal = (code: keyof typeof REFUSALS) => new ApiError(400, code, REFUSALS[code])

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

async function longestTtl(tx: Tx, siloId: string): Promise<number | null> {
  const silo = await findSilo(tx, { id: siloId })
  return silo?.device_token_max_ttl_seconds ?? null
}

function verificationUri({ request, secure }: Pick<Call, 'request' | 'secure'>): string {
  const host = request.headers.get('host') ?? new URL(request.url).host
  return `${secure ? 'https' : 'http'}://${host}/device/verify`
}

type Device = 'device_auth_request' | 'device_auth_confirm' | 'device_access_token'

/** Signing in on a device that has no browser: it shows a code, which its user enters where it is signed in. */
export const deviceLoginOps: Handlers<Pick<typeof sessions, Device>> = {
  async device_auth_request(call) {
    const { db, now, body } = call
    await countDeviceRequest(db, call.remoteAddress, now)
    const { deviceCode, userCode } = await insertRequest(db, {
      client_id: body.client_id,
      ttl_seconds: body.ttl_seconds ?? null,
      time_created: now,
      time_expires: after(now, REQUEST_HOLDS_MS),
    })
    return Response.json({
      device_code: deviceCode,
      user_code: shownUserCode(userCode),
      verification_uri: verificationUri(call),
      expires_in: REQUEST_HOLDS_MS / 1000,
      interval: POLL_EVERY_MS / 1000,
    })
  },

  async device_auth_confirm(call) {
    call.access.onSelf()
    const { actor, body, now } = call
    // A token that confirmed the request for another one would outlive its own end.
    if (actor.credential.kind !== 'session') throw forbidden()
    await countUserCode(call.db, actor.userId, now)
    return call.transaction(async (tx) => {
      const request = await requestOfUserCode(tx, actor.userId, body.user_code)
      if (!request) throw notFound('device-auth-request', { name: body.user_code.slice(0, MOST_SHOWN) })
      call.target(request.id, { client_id: request.client_id })
      if (request.time_expires <= now) throw invalidRequest('the code has expired: begin again on the device')
      const longest = await longestTtl(tx, actor.siloId)
      if (longest !== null && (request.ttl_seconds ?? 0) > longest)
        throw invalidRequest(`tokens of this silo last at most ${longest} s: ask for less on the device`)
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

type Polled = Awaited<ReturnType<typeof issueToken>> | 'authorization_pending' | 'slow_down' | 'expired_token'

/** A device that asks too often is told so only while it waits: who asks once too often still gets its token. */
async function poll(
  { now, target, turnsOutToBe }: Pick<Call, 'now' | 'target' | 'turnsOutToBe'>,
  tx: Tx,
  deviceCode: string,
  clientId: string,
): Promise<Polled | 'access_denied'> {
  const request = await requestOfDevice(tx, deviceCode, clientId)
  if (!request) return 'access_denied'
  if (request.time_expires <= now) return 'expired_token'
  const { user_id, time_last_polled: last } = request
  if (!user_id) {
    await notePoll(tx, request.id, now)
    return last && now < after(last, POLL_EVERY_MS) ? 'slow_down' : 'authorization_pending'
  }
  const user = await tx.selectFrom('users').select('silo_id').where('id', '=', user_id).executeTakeFirstOrThrow()
  const longest = await longestTtl(tx, user.silo_id)
  const ttl = Math.min(request.ttl_seconds ?? Infinity, longest ?? Infinity)
  const token = await issueToken(tx, { ...request, user_id }, now, ttl === Infinity ? null : after(now, ttl * 1000))
  turnsOutToBe({ userId: user_id, siloId: user.silo_id })
  target(token.id, { client_id: clientId })
  return token
}
