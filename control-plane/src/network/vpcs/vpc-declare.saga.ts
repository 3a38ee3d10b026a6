import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/database/database.ts'
import { defineSaga, type SagaContext, WaitForSaga } from '../../kernel/sagas/saga.ts'
import { unclaimedSaga } from '../../kernel/sagas/unclaimed-saga.ts'
import { Yielder } from '../../kernel/limits/yield-to-event-loop.ts'
import type { Services } from '../../kernel/services.ts'
import type { VpcDocument } from '../../platform/networks.ts'
import { vpcDocumentOf } from './vpc-document.ts'
import { vpcRows } from './vpc-rows.repo.ts'

/** Tells the platform of a VPC as it is in the database at that moment. */
export const vpcDeclare = defineSaga<{ vpcId: string }>(
  'vpc-declare',
  [
    {
      name: 'declare',
      async do(context, { vpcId }) {
        const earlier = await declarationAtWork(context, vpcId)
        if (earlier) throw new WaitForSaga(earlier.id)
        await applyVpc(context, vpcId)
      },
    },
  ],
  { forward: true },
)

export const vpcDelete = defineSaga<{ vpcId: string }>(
  'vpc-delete',
  [{ name: 'delete', do: ({ platform, signal }, { vpcId }) => platform.networks.deleteVpc(vpcId, signal) }],
  { forward: true },
)

/** A declaration of that VPC that began before this one and that a worker is at: they are told one after the other. */
const declarationAtWork = ({ db, id }: Pick<SagaContext, 'db' | 'id'>, vpcId: string) =>
  db
    .selectFrom('sagas')
    .select('id')
    .where('name', '=', vpcDeclare.name)
    .where('state', '=', 'running')
    .where('lease_id', 'is not', null)
    .where(sql`data ->> 'vpcId'`, '=', vpcId)
    .where(sql<boolean>`(time_created, id) < (select own.time_created, own.id from sagas own where own.id = ${id})`)
    .limit(1)
    .executeTakeFirst()

/**
 * Brings the platform's picture of a VPC up to date. A VPC that is deleted meanwhile is taken away again: its own
 * deletion may have gone by before.
 */
async function applyVpc(
  { db, platform, signal }: Pick<SagaContext, 'db' | 'platform' | 'signal'>,
  vpcId: string,
): Promise<void> {
  const document = await vpcDocument(db, vpcId)
  if (document) await platform.networks.ensureVpc(document, signal)
  const still = await db.selectFrom('vpcs').select('id').where('id', '=', vpcId).executeTakeFirst()
  if (!still) await platform.networks.deleteVpc(vpcId, signal)
}

/**
 * Has the platform told, once the transaction has committed, of VPCs in which something changed. Locks their rows, in
 * the order of their ids.
 */
export async function declareVpcs(tx: Tx, services: Pick<Services, 'sagas'>, vpcIds: readonly string[]): Promise<void> {
  for (const vpcId of [...new Set(vpcIds)].toSorted()) {
    const vpc = await tx
      .updateTable('vpcs')
      .set((row) => ({ generation: row('generation', '+', 1) }))
      .where('id', '=', vpcId)
      .returning('project_id')
      .executeTakeFirst()
    if (!vpc) continue
    const pending = await unclaimedSaga(tx, vpcDeclare.name, sql`data ->> 'vpcId' = ${vpcId}`)
    if (pending) services.sagas.join(tx, pending.id)
    else await services.sagas.begin(tx, vpcDeclare, { vpcId }, vpc)
  }
}

/** Undefined when there is no such VPC. */
export async function vpcDocument(db: Db, vpcId: string): Promise<VpcDocument | undefined> {
  return (await documents(db, [vpcId]))[0]
}

/** Every VPC, for the platform to compare with what it has. */
export const desiredVpcs = (db: Db): Promise<VpcDocument[]> => documents(db)

/** Read at one moment, so that generation and content belong together; made outside of the transaction. */
async function documents(db: Db, ids?: readonly string[]): Promise<VpcDocument[]> {
  const vpcs = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => vpcRows(tx, ids))
  const yielder = new Yielder()
  const made: VpcDocument[] = []
  for (const rows of vpcs) made.push(await vpcDocumentOf(rows, yielder))
  return made
}
