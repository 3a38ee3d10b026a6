import type { sshKeys } from '@skerry/contract/identity/ssh-keys.ts'
import { MAX_PUBLIC_KEY_BYTES } from '@skerry/contract/rules/ssh-keys.ts'
import { selector } from '../../kernel/access/scope.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import { fromBase64 } from '../../kernel/http/base64.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import { notFound, unauthorized, invalidValue } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { lockUser } from '../users/users.repo.ts'
import { isPublicKey } from './openssh-key.ts'
import { sshKeyView } from './ssh-key.view.ts'
import { keyBytes, requireRoomForKey } from './ssh-keys.repo.ts'

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

const invalidKey = (why: string) => invalidValue('public_key', why)

/**
 * The OpenSSH public key that a text is, as a line of authorized_keys without options. Editors add a byte order mark,
 * blanks and line ends around it, with which SSH servers would skip the line.
 * @throws 400 with the reason
 */
async function publicKeyLine(text: string): Promise<string> {
  if (/PRIVATE KEY/i.test(text))
    throw invalidKey('this is a private key, which must stay secret: send the public key, from a .pub file')
  const line = text.trim()
  if (/[\r\n\u2028\u2029]/.test(line)) throw invalidKey('must be one line with one key')
  if (new TextEncoder().encode(line).length > MAX_PUBLIC_KEY_BYTES)
    throw invalidKey(`must be at most ${MAX_PUBLIC_KEY_BYTES} bytes`)
  if (/[^\t\P{Cc}]/u.test(line)) throw invalidKey('must not have control characters')
  const [type = '', encoded = ''] = line.split(/[ \t]+/, 2)
  // OpenSSH has removed DSA: no server would accept the key.
  if (type === 'ssh-dss') throw invalidKey('DSA keys are no longer accepted by SSH servers')
  const bytes = fromBase64(encoded)
  if (!bytes || !(await isPublicKey(type, bytes)))
    throw invalidKey('is not an OpenSSH public key of a known type, like "ssh-ed25519 AAAA… comment"')
  return line
}
