import type { OperationId } from '@skerry/contract/operations.ts'
import type { Caller } from '../testing/caller.ts'

/** What requests about the fleet are to say, by the names of their parameters. */
export async function fleetThings(owner: Caller): Promise<Record<string, string>> {
  const first = async (operation: OperationId) => (await owner.ok(operation)).items[0].id as string
  return {
    rack_id: await first('rack_list'),
    sled_id: await first('sled_list'),
    disk_id: await first('physical_disk_list'),
    switch_id: await first('switch_list'),
  }
}

/** A body that each writing operation on the fleet would take, were the caller permitted. */
export const fleetBodies: Partial<Record<OperationId, object>> = {
  sled_add: { part: 'never', serial: 'made' },
  sled_set_provision_policy: { state: 'non_provisionable' },
}
