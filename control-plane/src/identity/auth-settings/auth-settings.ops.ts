import type { authSettings, SiloAuthSettings } from '@skerry/contract/identity/auth-settings.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { unauthorized } from '../../kernel/http/errors.ts'
import { requireMatch, tagged } from '../../kernel/http/etag.ts'

const view = ({ id, device_token_max_ttl_seconds }: Row<'silos'>): SiloAuthSettings => ({
  silo_id: id,
  device_token_max_ttl_seconds,
})

export const authSettingsOps: Handlers<typeof authSettings> = {
  async auth_settings_view(call) {
    const { siloId } = call.actor
    call.access.onSilo(siloId)
    const silos = call.db.selectFrom('silos').selectAll().where('id', '=', siloId)
    return tagged(call, view(await silos.executeTakeFirstOrThrow(unauthorized)))
  },

  auth_settings_update(call) {
    const { siloId } = call.actor
    call.access.onSilo(siloId)
    return call.transaction(async (tx) => {
      const silos = tx.selectFrom('silos').selectAll().where('id', '=', siloId).forUpdate()
      const before = view(await silos.executeTakeFirstOrThrow(unauthorized))
      requireMatch(call, before)
      const { device_token_max_ttl_seconds } = call.body
      const after = await tx
        .updateTable('silos')
        .set({ device_token_max_ttl_seconds, time_modified: call.now })
        .where('id', '=', siloId)
        .returningAll()
        .executeTakeFirstOrThrow()
      call.target(siloId, differenceOf(before, view(after)))
      return tagged(call, view(after))
    })
  },
}
