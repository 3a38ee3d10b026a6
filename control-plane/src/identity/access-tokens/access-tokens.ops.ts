import type { accessTokens, DeviceAccessToken } from '@skerry/contract/identity/access-tokens.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { notFound } from '../../kernel/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp, timestampOrNull } from '../../kernel/time.ts'

const tokenView = (row: Pick<Row<'access_tokens'>, 'id' | 'time_created' | 'time_expires'>): DeviceAccessToken => ({
  id: row.id,
  time_created: timestamp(row.time_created),
  time_expires: timestampOrNull(row.time_expires),
})

export const accessTokensOps: Handlers<typeof accessTokens> = {
  current_user_access_token_list(call) {
    call.access.onSelf()
    const tokens = call.db
      .selectFrom('access_tokens')
      .select(['id', 'time_created', 'time_expires'])
      .where('user_id', '=', call.actor.userId)
      .where((where) => where.or([where('time_expires', 'is', null), where('time_expires', '>', call.now)]))
    return pageOf(call.page, call.sort, tokens, { table: 'access_tokens', view: tokenView })
  },

  current_user_access_token_delete(call) {
    call.access.onSelf()
    const { token_id } = call.params
    return call.transaction(async (tx) => {
      const token = await tx
        .deleteFrom('access_tokens')
        .where('id', '=', token_id)
        .where('user_id', '=', call.actor.userId)
        .returning('id')
        .executeTakeFirst()
      if (!token) throw notFound('device-access-token', { id: token_id })
      call.target(token.id)
    })
  },
}
