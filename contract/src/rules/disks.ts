import type { DiskState } from '../compute/disks.ts'
import { deletionLockRefusal, type Lockable } from './deletion-lock.ts'
import { stateRules } from './states.ts'

export type DiskStateName = DiskState['state']

export type DiskLike = Lockable & { state: { state: DiskStateName } }

/** Transitional states. The request that caused one is answered when it is over. */
export const diskTransitions: Partial<Record<DiskStateName, string>> = {
  creating: 'being created',
  attaching: 'being attached',
  detaching: 'being detached',
  finalizing: 'being finalized',
  maintenance: 'being snapshotted',
}

const rule = stateRules<DiskStateName, DiskLike>('disk', (disk) => disk.state.state, diskTransitions)

export const diskCan = {
  delete: rule(['detached', 'faulted'], 'can be deleted', { unless: deletionLockRefusal }),
  snapshot: rule(['attached', 'detached'], 'can be snapshotted', {
    wait: ['creating', 'attaching', 'detaching', 'finalizing', 'maintenance'],
  }),
  attach: rule(['creating', 'detached'], 'can be attached'),
  detach: rule(['attached'], 'can be detached'),
  setAsBootDisk: rule(['attached'], 'can be set as boot disk'),
  startImport: rule(['import_ready'], 'can start an import'),
  writeImport: rule(['importing_from_bulk_writes'], 'can be written to'),
  stopImport: rule(['importing_from_bulk_writes'], 'can stop an import'),
  finalize: rule(['import_ready'], 'can be finalized'),
  cancelImport: rule(
    ['import_ready', 'importing_from_bulk_writes', 'importing_from_url', 'finalizing'],
    'has an import to cancel',
    { unless: deletionLockRefusal },
  ),
}

const transitional: readonly DiskStateName[] = [
  'creating',
  'attaching',
  'detaching',
  'importing_from_url',
  'finalizing',
  'maintenance',
]

/** Whether the disk is in a transitional state, which screens poll. */
export const diskTransitional = (disk: DiskStateName | DiskLike): boolean =>
  transitional.includes(typeof disk === 'string' ? disk : disk.state.state)
