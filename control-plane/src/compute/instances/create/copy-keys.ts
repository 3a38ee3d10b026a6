import { isUuid } from '@skerry/contract/rules/names.ts'
import { sql } from 'kysely'
import { selector } from '../../../kernel/access/scope.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { invalidRequest, notFound } from '../../../kernel/http/errors.ts'

const MAX_SSH_KEYS = 100
const tooManyKeys = () => invalidRequest(`an instance can have at most ${MAX_SSH_KEYS} SSH keys`)

/** Copies keys of a user to an instance: those named, or all when `wanted` is absent. The keys stay in the database. */
export async function copyKeys(
  tx: Tx,
  userId: string,
  instanceId: string,
  wanted: readonly string[] | null | undefined,
): Promise<void> {
  const named = wanted ?? []
  if (wanted && !named.length) return
  if (named.length > MAX_SSH_KEYS) throw tooManyKeys()
  const own = tx.selectFrom('ssh_keys').where('user_id', '=', userId)
  const keys = await own
    .select(['id', 'name'])
    .$if(named.length > 0, (query) =>
      query.where((where) =>
        where.or([
          where('name', 'in', ['', ...named.filter((key) => !isUuid(key))]),
          where('id', 'in', [instanceId, ...named.filter(isUuid)]),
        ]),
      ),
    )
    .limit(MAX_SSH_KEYS + 1)
    .execute()
  const missing = named.find((key) => !keys.some(({ id, name }) => id === key || name === key))
  if (missing !== undefined) throw notFound('ssh-key', selector(missing))
  if (keys.length > MAX_SSH_KEYS) throw tooManyKeys()
  if (!keys.length) return
  const columns = ['id', 'user_id', 'name', 'description', 'public_key', 'time_created', 'time_modified'] as const
  const ids = keys.map(({ id }) => id)
  await tx
    .insertInto('instance_ssh_keys')
    .columns([...columns, 'instance_id'])
    .expression(own.where('id', 'in', ids).select([...columns, sql<string>`${instanceId}::uuid`.as('instance_id')]))
    .execute()
}
