import type { FinalizeDisk, ImportBlocksBulkWrite } from '@skerry/contract/compute/disks.ts'
import { diskCan, type DiskStateName } from '@skerry/contract/rules/disks.ts'
import { imageRefusal } from '@skerry/contract/rules/image-content.ts'
import { sql } from 'kysely'
import type { AddedStorage } from '../../fleet/overcommitment/provisionable.repo.ts'
import type { Tx, Queryable } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { fromBase64 } from '../../kernel/http/base64.ts'
import type { Call } from '../../kernel/http/call.ts'
import { insufficientCapacity, invalidRequest, invalidValue, notFound } from '../../kernel/http/errors.ts'
import { refuseUnless } from '../../kernel/http/refuse.ts'
import { bytesText, KIB } from '../../kernel/values/bytes.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { insertSnapshot } from '../snapshots/snapshots.repo.ts'
import { diskFinalizeSaga } from './disk-finalize.saga.ts'

type Disk = Row<'disks'> & { silo_id: string }

const MAX_WRITE = 512 * KIB

async function setState(call: Call, tx: Tx, disk: Disk, state: DiskStateName, sagaId: string | null = null) {
  call.target(disk.id)
  const fields = { state, saga_id: sagaId, time_modified: call.now }
  await tx.updateTable('disks').set(fields).where('id', '=', disk.id).execute()
}

export async function startImport(call: Call, tx: Tx, disk: Disk): Promise<void> {
  refuseUnless(diskCan.startImport, disk.state)
  await setState(call, tx, disk, 'importing_from_bulk_writes')
}

/**
 * Stores one block of an image: in any order, several at once, repeats allowed. No database connection is held while
 * the platform writes. A stop increments the generation, and the platform refuses writes with an older one.
 * @throws 400 for the state, the data or the range, 507 when there is no space left
 */
export async function writeBlocks(call: Call, disk: Disk, body: ImportBlocksBulkWrite): Promise<void> {
  call.target(disk.id)
  // No transaction does it here, and the body may have come slowly.
  await call.confirmAccess(call.db)
  refuseUnless(diskCan.writeImport, disk.state)
  const bytes = blocksOf(disk, body)
  const refusal = Number(body.offset) === 0 ? imageRefusal(bytes) : undefined
  if (refusal) throw invalidRequest(`The image is refused: ${refusal}`)
  const { volumes } = call.services.platform
  const [offset, generation] = [Number(body.offset), disk.import_generation]
  // Recorded before the block is written: the end of the written part must be known also after a crash.
  if (!(await raiseWrittenEnd(call.db, disk.id, generation, offset + bytes.length))) throw stoppedBefore(disk.name)
  await volumes.write(disk.id, generation, offset, bytes).catch((error: unknown) => {
    throw asWriteFailure(error, disk.name)
  })
}

function blocksOf(disk: Disk, { offset, base64_encoded_data: text }: ImportBlocksBulkWrite): Uint8Array {
  const bytes = fromBase64(text)
  if (!bytes) throw invalidRequest('base64_encoded_data is not base64')
  if (bytes.length === 0) throw invalidRequest('base64_encoded_data is empty')
  if (bytes.length > MAX_WRITE)
    throw invalidRequest(`at most ${bytesText(MAX_WRITE)} can be written at once, not ${bytesText(bytes.length)}`)
  if (bytes.length % disk.block_size || BigInt(offset) % BigInt(disk.block_size))
    throw invalidRequest(`offset and length must be multiples of the disk's block size, ${bytesText(disk.block_size)}`)
  if (BigInt(offset) + BigInt(bytes.length) > BigInt(disk.size))
    throw invalidRequest(`offset and length reach beyond the disk's size, ${bytesText(disk.size)}`)
  return bytes
}

const stoppedBefore = (disk: string) =>
  invalidRequest(`the import of disk "${disk}" was stopped before the block was written`)

function asWriteFailure(error: unknown, disk: string): unknown {
  if (!(error instanceof PlatformError)) return error
  if (error.kind === 'outdated') return stoppedBefore(disk).because(error)
  if (error.kind === 'gone') return notFound('disk', { name: disk }).because(error)
  if (error.kind !== 'no-space') return error
  const message = `no space is left where disk "${disk}" is stored: free some and send the block again`
  return insufficientCapacity(message).because(error)
}

/** Ends an import: once it resolves, no block is written any more. */
export async function stopImport(call: Call, lockDisk: (tx: Tx) => Promise<Disk>): Promise<void> {
  const stopped = await call.transaction(async (tx) => {
    const disk = await lockDisk(tx)
    refuseUnless(diskCan.stopImport, disk.state)
    await setState(call, tx, disk, 'import_ready')
    await tx
      .updateTable('disks')
      .set({ import_generation: disk.import_generation + 1 })
      .where('id', '=', disk.id)
      .execute()
    return disk
  })
  await call.services.platform.volumes.endWrites(stopped.id, stopped.import_generation)
}

/** Begins to finalize an import, with a snapshot of it when one is named. @throws 400, 507 */
export async function finalizeImport(
  call: Call,
  tx: Tx,
  disk: Disk,
  body: FinalizeDisk,
  added: AddedStorage,
): Promise<void> {
  refuseUnless(diskCan.finalize, disk.state)
  const snapshotName = body.snapshot_name ?? undefined
  const file = await fileIn(call, tx, disk, body)
  const sagaId = randomId()
  const fields = { name: snapshotName ?? '', description: `Import of disk ${disk.name}` }
  const snapshot = snapshotName ? await insertSnapshot(tx, disk, fields, sagaId, added, call.now) : undefined
  await setState(call, tx, disk, 'finalizing', sagaId)
  const data = { diskId: disk.id, siloId: disk.silo_id, snapshotId: snapshot?.id ?? null, file }
  await call.services.sagas.begin(tx, diskFinalizeSaga, data, disk, sagaId)
}

async function fileIn(call: Call, tx: Tx, disk: Disk, { file }: FinalizeDisk) {
  if (!file) return null
  const [bytes, checksum] = [Number(file.bytes), file.checksum ?? null]
  if (bytes === 0 || bytes > Number(disk.size))
    throw invalidValue('file', `bytes must be from 1 to the disk's size, ${bytesText(disk.size)}`)
  const end = await writtenEnd(tx, disk.id)
  if (bytes > end)
    throw invalidRequest(`the file has ${bytes} B, but only ${end} B of the disk were written: write it to its end`)
  if (bytes <= end - disk.block_size)
    throw invalidRequest(
      `the file has ${bytes} B, but ${end} B of the disk were written: name its whole length, or cancel the import ` +
        'and upload it again',
    )
  if (checksum && !call.services.hashing) throw invalidRequest('this server verifies no checksums')
  return { bytes, checksum }
}

/**
 * Records the end of the written part of an import, unless that end or a later one is recorded. Blocks in order are
 * recorded one by one, which costs little beside the block itself. Returns false if the import's generation has ended.
 */
async function raiseWrittenEnd(db: Queryable, diskId: string, generation: number, end: number) {
  const { rows } = await sql`
    with known as (
      select disk_id from disk_imports join disks on disks.id = disk_id
      where disk_id = ${diskId} and import_generation = ${generation} and written_end >= ${end}
    ), raised as (
      insert into disk_imports (disk_id, written_end)
      select id, ${end} from disks
      where id = ${diskId} and import_generation = ${generation} and not exists (select from known)
      for key share of disks
      on conflict (disk_id) do update set written_end = greatest(disk_imports.written_end, excluded.written_end)
      returning disk_id
    )
    select disk_id from known union all select disk_id from raised`.execute(db)
  return rows.length > 0
}

async function writtenEnd(db: Queryable, diskId: string): Promise<number> {
  const row = await db.selectFrom('disk_imports').select('written_end').where('disk_id', '=', diskId).executeTakeFirst()
  return Number(row?.written_end ?? 0)
}
