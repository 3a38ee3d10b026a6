import { diskCreate } from './compute/disks/disk-create.saga.ts'
import { diskDelete } from './compute/disks/disk-delete.saga.ts'
import { diskFinalize } from './compute/disks/disk-finalize.saga.ts'
import { imageCreate } from './compute/images/image-create.saga.ts'
import { imageDelete } from './compute/images/image-delete.saga.ts'
import { snapshotCreate } from './compute/snapshots/snapshot-create.saga.ts'
import { snapshotDelete } from './compute/snapshots/snapshot-delete.saga.ts'
import type { SagaDefinition } from './kernel/saga.ts'
import { vpcDeclare, vpcDelete } from './network/vpcs/vpc-declare.saga.ts'

/** Every saga that a control plane can take up; a record with another name waits for a version that knows it. */
export const sagaDefinitions: readonly SagaDefinition<object>[] = [
  diskCreate,
  diskDelete,
  diskFinalize,
  imageCreate,
  imageDelete,
  snapshotCreate,
  snapshotDelete,
  vpcDeclare,
  vpcDelete,
]
