import { diskCreate } from './compute/disks/disk-create.saga.ts'
import { diskDelete } from './compute/disks/disk-delete.saga.ts'
import type { SagaDefinition } from './kernel/saga.ts'
import { vpcDeclare, vpcDelete } from './network/vpcs/vpc-declare.saga.ts'

/** Every saga that a control plane can take up; a record with another name waits for a version that knows it. */
export const sagaDefinitions: readonly SagaDefinition<object>[] = [diskCreate, diskDelete, vpcDeclare, vpcDelete]
