import { diskCreateSaga } from './compute/disks/disk-create.saga.ts'
import { diskDeleteSaga } from './compute/disks/disk-delete.saga.ts'
import { diskFinalizeSaga } from './compute/disks/disk-finalize.saga.ts'
import { imageFetchSaga } from './compute/image-fetches/image-fetch.saga.ts'
import { imageCreateSaga } from './compute/images/image-create.saga.ts'
import { imageDeleteSaga } from './compute/images/image-delete.saga.ts'
import { instanceCreateSaga } from './compute/instances/create/instance-create.saga.ts'
import { diskAttachSaga, diskDetachSaga } from './compute/instances/disks/disk-attach.saga.ts'
import { instanceDeleteSaga } from './compute/instances/lifecycle/instance-delete.saga.ts'
import { instanceMigrateSaga } from './compute/instances/lifecycle/instance-migrate.saga.ts'
import { instanceRebootSaga } from './compute/instances/lifecycle/instance-reboot.saga.ts'
import { instanceStartSaga } from './compute/instances/lifecycle/instance-start.saga.ts'
import { instanceStopSaga } from './compute/instances/lifecycle/instance-stop.saga.ts'
import { snapshotCreateSaga } from './compute/snapshots/snapshot-create.saga.ts'
import { snapshotDeleteSaga } from './compute/snapshots/snapshot-delete.saga.ts'
import { networkingDeclareSaga } from './fleet/rack/system-networking/declare.saga.ts'
import { rolloutSaga } from './fleet/rack/updates/rollout.saga.ts'
import { sledAddSaga } from './fleet/sleds/sled-add.saga.ts'
import { supportBundleCollectSaga } from './fleet/support-bundles/support-bundle-collect.saga.ts'
import { supportBundleDeleteSaga } from './fleet/support-bundles/support-bundle-delete.saga.ts'
import type { SagaDefinition } from './kernel/sagas/saga.ts'
import { vpcDeclareSaga, vpcDeleteSaga } from './network/vpcs/vpc-declare.saga.ts'
import { vpcsDeclareSaga } from './network/vpcs/vpcs-declare.saga.ts'

/** Every saga that a control plane can run; records with other names wait for a version that defines them. */
export const sagaDefinitions: readonly SagaDefinition<object>[] = [
  diskAttachSaga,
  diskCreateSaga,
  diskDeleteSaga,
  diskDetachSaga,
  diskFinalizeSaga,
  imageCreateSaga,
  imageDeleteSaga,
  imageFetchSaga,
  instanceCreateSaga,
  instanceDeleteSaga,
  instanceMigrateSaga,
  instanceRebootSaga,
  instanceStartSaga,
  instanceStopSaga,
  networkingDeclareSaga,
  rolloutSaga,
  sledAddSaga,
  snapshotCreateSaga,
  snapshotDeleteSaga,
  supportBundleCollectSaga,
  supportBundleDeleteSaga,
  vpcDeclareSaga,
  vpcDeleteSaga,
  vpcsDeclareSaga,
]
