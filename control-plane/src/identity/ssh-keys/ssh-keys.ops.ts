import type { sshKeys } from '@skerry/contract/identity/ssh-keys.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import { notFound, unauthorized } from '../../kernel/http/errors.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { selector } from '../../kernel/access/scope.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { lockUser } from '../users/users.repo.ts'
import { publicKeyLine } from './public-key.ts'
import { keyBytes, requireRoomForKey } from './ssh-keys.repo.ts'
import { sshKeyView } from './ssh-key.view.ts'

const ownKeys = ({ db, actor }: Call) => db.selectFrom('ssh_keys').selectAll().where('user_id', '=', actor.userId)

export const sshKeysOps: Handlers<typeof sshKeys> = {
  current_user_ssh_key_list(call) {
    call.access.onSelf()
    return pageOf(call.page, call.sort, ownKeys(call), { table: 'ssh_keys', view: sshKeyView, bytes: keyBytes })
  },

  async current_user_ssh_key_create(call) {
    call.access.onSelf()
    const public_key = await publicKeyLine(call.body.public_key)
    return call.transaction(async (tx) => {
      if (!(await lockUser(tx, call.actor.siloId, call.actor.userId))) throw unauthorized()
      await requireRoomForKey(tx, call.actor.userId)
      const key = await tx
        .insertInto('ssh_keys')
        .values({
          id: randomId(),
          user_id: call.actor.userId,
          ...call.body,
          public_key,
          time_created: call.now,
          time_modified: call.now,
        })
        .returningAll()
        .$call(throwIfTaken('ssh-key', call.body.name))
      call.target(key.id)
      return sshKeyView(key)
    })
  },

  async current_user_ssh_key_view(call) {
    call.access.onSelf()
    const by = selector(call.params.ssh_key)
    const keys = ownKeys(call)
    const key = await ('id' in by ? keys.where('id', '=', by.id) : keys.where('name', '=', by.name)).executeTakeFirst()
    if (!key) throw notFound('ssh-key', by)
    return sshKeyView(key)
  },

  current_user_ssh_key_delete(call) {
    call.access.onSelf()
    const by = selector(call.params.ssh_key)
    return call.transaction(async (tx) => {
      const keys = tx.deleteFrom('ssh_keys').where('user_id', '=', call.actor.userId).returning('id')
      const key = await (
        'id' in by ? keys.where('id', '=', by.id) : keys.where('name', '=', by.name)
      ).executeTakeFirst()
      if (!key) throw notFound('ssh-key', by)
      call.target(key.id)
    })
  },
}
