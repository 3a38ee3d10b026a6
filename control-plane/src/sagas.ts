import { diskCreate } from './compute/disks/disk-create.saga.ts'
import { diskDelete } from './compute/disks/disk-delete.saga.ts'
import { diskFinalize } from './compute/disks/disk-finalize.saga.ts'
import { imageFetch } from './compute/image-fetches/image-fetch.saga.ts'
import { imageCreate } from './compute/images/image-create.saga.ts'
import { imageDelete } from './compute/images/image-delete.saga.ts'
import { snapshotCreate } from './compute/snapshots/snapshot-create.saga.ts'
import { snapshotDelete } from './compute/snapshots/snapshot-delete.saga.ts'
import { diskAttach, diskDetach } from './compute/instances/disks/disk-attach.saga.ts'
import { instanceCreate } from './compute/instances/create/instance-create.saga.ts'
import { instanceDelete } from './compute/instances/lifecycle/instance-delete.saga.ts'
import { instanceMigrate } from './compute/instances/lifecycle/instance-migrate.saga.ts'
import { instanceReboot } from './compute/instances/lifecycle/instance-reboot.saga.ts'
import { instanceStart } from './compute/instances/lifecycle/instance-start.saga.ts'
import { instanceStop } from './compute/instances/lifecycle/instance-stop.saga.ts'
import { sledAdd } from './fleet/sleds/sled-add.saga.ts'
import { supportBundleCollect } from './fleet/support-bundles/support-bundle-collect.saga.ts'
import { supportBundleDelete } from './fleet/support-bundles/support-bundle-delete.saga.ts'
import { networkingDeclare } from './fleet/rack/system-networking/declare.saga.ts'
import { rollout } from './fleet/rack/updates/rollout.saga.ts'
import type { SagaDefinition } from './kernel/sagas/saga.ts'
import { vpcDeclare, vpcDelete } from './network/vpcs/vpc-declare.saga.ts'
import { vpcsDeclare } from './network/vpcs/vpcs-declare.saga.ts'

/** Every saga that a control plane can run; records with other names wait for a version that defines them. */
export const sagaDefinitions: readonly SagaDefinition<object>[] = [
  diskAttach,
  diskCreate,
  diskDelete,
  diskDetach,
  diskFinalize,
  imageCreate,
  imageDelete,
  imageFetch,
  instanceCreate,
  instanceDelete,
  instanceMigrate,
  instanceReboot,
  instanceStart,
  instanceStop,
  networkingDeclare,
  rollout,
  sledAdd,
  snapshotCreate,
  snapshotDelete,
  supportBundleCollect,
  supportBundleDelete,
  vpcDeclare,
  vpcDelete,
  vpcsDeclare,
]
