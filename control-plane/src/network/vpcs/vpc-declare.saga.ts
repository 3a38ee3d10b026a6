import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/database/database.ts'
import { Yielder } from '../../kernel/limits/yielder.ts'
import { defineSaga, type SagaContext, WaitForSaga } from '../../kernel/sagas/saga.ts'
import { unclaimedSaga } from '../../kernel/sagas/unclaimed-saga.ts'
import type { Services } from '../../kernel/services/services.ts'
import type { VpcDocument } from '../../platform/interface/networks.ts'
import { vpcDocumentOf } from './vpc-document.ts'
import { vpcRows } from './vpc-rows.repo.ts'

/** Declares the present state of a VPC to the platform. */
export const vpcDeclareSaga = defineSaga<{ vpcId: string }>(
  'vpc-declare',
  [
    {
      name: 'declare',
      async do(context, { vpcId }) {
        const earlier = await runningDeclaration(context, vpcId)
        if (earlier) throw new WaitForSaga(earlier.id)
        await applyVpc(context, vpcId)
      },
    },
  ],
  { forward: true },
)

export const vpcDeleteSaga = defineSaga<{ vpcId: string }>(
  'vpc-delete',
  [{ name: 'delete', do: ({ platform, signal }, { vpcId }) => platform.networks.deleteVpc(vpcId, signal) }],
  { forward: true },
)

/** An earlier declaration of the VPC that a worker is running: declarations of a VPC run one after the other. */
const runningDeclaration = ({ db, id }: Pick<SagaContext, 'db' | 'id'>, vpcId: string) =>
  db
    .selectFrom('sagas')
    .select('id')
    .where('name', '=', vpcDeclareSaga.name)
    .where('state', '=', 'running')
    .where('lease_id', 'is not', null)
    .where(sql`data ->> 'vpcId'`, '=', vpcId)
    .where(sql<boolean>`(time_created, id) < (select own.time_created, own.id from sagas own where own.id = ${id})`)
    .limit(1)
    .executeTakeFirst()

/**
 * Declares a VPC to the platform. One that was deleted meanwhile is deleted again: its delete saga may have run before
 * this declaration.
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
 * Begins the declaration of changed VPCs, which runs after the commit. Locks their rows in the order of their ids.
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
    const pending = await unclaimedSaga(tx, vpcDeclareSaga.name, sql`data ->> 'vpcId' = ${vpcId}`)
    if (pending) services.sagas.join(tx, pending.id)
    else await services.sagas.begin(tx, vpcDeclareSaga, { vpcId }, vpc)
  }
}

/** Undefined for an unknown VPC. */
export async function vpcDocument(db: Db, vpcId: string): Promise<VpcDocument | undefined> {
  return (await readDocuments(db, [vpcId]))[0]
}

/** Every VPC, for reconciliation with the platform. */
export const desiredVpcs = (db: Db): Promise<VpcDocument[]> => readDocuments(db)

/** Reads from one snapshot, so generation and content are consistent. Builds the documents after the transaction. */
async function readDocuments(db: Db, ids?: readonly string[]): Promise<VpcDocument[]> {
  const vpcs = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => vpcRows(tx, ids))
  const yielder = new Yielder()
  const documents: VpcDocument[] = []
  for (const rows of vpcs) documents.push(await vpcDocumentOf(rows, yielder))
  return documents
}
