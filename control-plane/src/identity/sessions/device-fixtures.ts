import { expect } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { type Answer, type Caller, ORIGIN, PEER } from '../../testing/caller.ts'
import type { TestServer } from '../../testing/test-server.ts'

export const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
export const CLIENT = randomId()

export interface DeviceRequest {
  device_code: string
  user_code: string
}

export const refused = (error: string) => ({ status: 400, body: { error, error_description: expect.any(String) } })

/** Logins of devices and their tokens, for tests. */
export function deviceLogins(on: () => TestServer) {
  const begin = async (fields: object = {}): Promise<DeviceRequest> =>
    (await on().anonymous.ok('device_auth_request', { body: { client_id: CLIENT, ...fields } })) as DeviceRequest
  const confirm = async (user: Caller, user_code: string) =>
    (await on().session(user)).call('device_auth_confirm', { body: { user_code } })
  const poll = ({ device_code }: DeviceRequest, fields: object = {}) =>
    on().anonymous.call('device_access_token', {
      body: { grant_type: GRANT, device_code, client_id: CLIENT, ...fields },
    })

  /** Creates a request whose code the user confirms. */
  async function confirmed(caller: Caller, fields: object = {}): Promise<DeviceRequest> {
    const request = await begin(fields)
    expect((await confirm(caller, request.user_code)).status).toBe(204)
    return request
  }

  /** Status of a request with the token of the answer. */
  async function meStatus({ body }: Answer): Promise<number> {
    const headers = { authorization: `Bearer ${body.access_token}` }
    return (await on().plane.fetch(new Request(`${ORIGIN}/v1/me`, { headers }), PEER)).status
  }

  const tokensOf = ({ userId }: Caller) =>
    on()
      .db.selectFrom('access_tokens')
      .selectAll()
      .where('user_id', '=', userId)
      .where('client_id', '=', CLIENT)
      .execute()

  const setLongest = (siloId: string, longest: number | null) =>
    on().db.updateTable('silos').set({ device_token_max_ttl_seconds: longest }).where('id', '=', siloId).execute()

  /** A silo whose tokens last at most so many seconds, and a user of it. */
  async function siloWith(longest: number | null): Promise<{ id: string; user: Caller }> {
    const id = await on().silo(`silo-${randomId()}`)
    await setLongest(id, longest)
    return { id, user: await on().user({}, id) }
  }
  return { begin, confirm, poll, confirmed, meStatus, tokensOf, setLongest, siloWith }
}
