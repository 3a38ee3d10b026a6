import type { accessTokens } from '@skerry/contract/identity/access-tokens.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { notFound } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { accessTokenView } from './access-token.view.ts'
import { validTokens } from './access-tokens.repo.ts'

export const accessTokensOps: Handlers<typeof accessTokens> = {
  current_user_access_token_list(call) {
    call.access.onSelf()
    const tokens = validTokens(call.db, call.actor.userId, call.now)
    return pageOf(call.page, call.sort, tokens, { table: 'access_tokens', view: accessTokenView })
  },

  current_user_access_token_delete(call) {
    call.access.onSelf()
    const { token_id } = call.params
    return call.transaction(async (tx) => {
      // The request may be authenticated by this very token.
      await call.confirmAccess(tx)
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
