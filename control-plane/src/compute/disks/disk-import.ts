import type { ImportBlocksBulkWrite } from '@skerry/contract/compute/disks.ts'
import { diskCan } from '@skerry/contract/rules/disks.ts'
import { sql } from 'kysely'
import { fromBase64 } from '../../kernel/base64.ts'
import { bytesText, KIB } from '../../kernel/bytes.ts'
import type { Call } from '../../kernel/call.ts'
import type { Tx } from '../../kernel/database.ts'
import { insufficientCapacity, internal, invalidRequest, unavailable } from '../../kernel/errors.ts'
import { refuseUnless } from '../../kernel/refuse.ts'
import type { DiskStateName, Row } from '../../kernel/tables.ts'
import { PlatformError } from '../../platform/platform-error.ts'
import { insertSnapshot } from '../snapshots/snapshots.repo.ts'
import { diskFinalize } from './disk-finalize.saga.ts'

type Disk = Row<'disks'> & { silo_id: string }

const MAX_WRITE = 512 * KIB

async function setState(call: Call, tx: Tx, disk: Disk, state: DiskStateName): Promise<void> {
  call.target(disk.id)
  await tx.updateTable('disks').set({ state, time_modified: call.now }).where('id', '=', disk.id).execute()
}

export async function startImport(call: Call, tx: Tx, disk: Disk): Promise<void> {
  refuseUnless(diskCan.startImport, disk.state)
  await setState(call, tx, disk, 'importing_from_bulk_writes')
}

/**
 * Writers share this lock and a stop takes it whole, so that no write lands after a stop was answered. A row lock would
 * do as well, but each would be written to disk before its block was.
 */
const shareImport = (tx: Tx, id: string) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended(${id}, 0))`.execute(tx)
const endWrites = (tx: Tx, id: string) => sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(tx)

/**
 * Stores one block of an image; any order, several at once, again if need be.
 * @throws 400 for the state, the data or the range, 507 when there is no space left
 */
export async function writeBlocks(call: Call, disk: Disk, body: ImportBlocksBulkWrite): Promise<void> {
  call.target(disk.id)
  refuseUnless(diskCan.writeImport, disk.state)
  const bytes = blocksOf(disk, body)
  // Not call.transaction: that looks for sagas when it is done, and here are none.
  await call.db.transaction().execute(async (tx) => {
    await shareImport(tx, disk.id)
    const now = await tx.selectFrom('disks').select('state').where('id', '=', disk.id).executeTakeFirst()
    refuseUnless(diskCan.writeImport, now?.state ?? 'destroyed')
    await call.services.platform.volumes.write(disk.id, Number(body.offset), bytes).catch((error: unknown) => {
      throw asWriteFailure(error, disk.name)
    })
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

function asWriteFailure(error: unknown, disk: string): unknown {
  if (!(error instanceof PlatformError)) return error
  if (error.kind === 'no-space')
    return insufficientCapacity(`no space is left where disk "${disk}" is stored: free some and send the block again`)
  return error.kind === 'transient' ? unavailable(error) : internal(error)
}

export async function stopImport(call: Call, tx: Tx, disk: Disk): Promise<void> {
  refuseUnless(diskCan.stopImport, disk.state)
  await endWrites(tx, disk.id)
  await setState(call, tx, disk, 'import_ready')
}

/** Begins to make what was imported lasting, and a snapshot of it when one is named. @throws 400, 507 */
export async function finalizeImport(call: Call, tx: Tx, disk: Disk, snapshotName?: string): Promise<void> {
  refuseUnless(diskCan.finalize, disk.state)
  const snapshot = snapshotName
    ? await insertSnapshot(tx, disk, { name: snapshotName, description: `Import of disk ${disk.name}` }, call.now)
    : undefined
  await setState(call, tx, disk, 'finalizing')
  await call.services.sagas.begin(tx, diskFinalize, { diskId: disk.id, snapshotId: snapshot?.id ?? null })
}
