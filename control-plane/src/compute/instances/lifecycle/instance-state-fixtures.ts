import type { InstanceState } from '@skerry/contract/rules/instances.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import { create, injectFault, newDisk, until, view } from '../instance-fixtures.ts'

export type ReachableState = Exclude<InstanceState, 'destroyed'>

/** An instance, for tests, with a boot disk and the data disk named `data`. */
export interface Subject {
  id: string
  run_state: InstanceState
  boot_disk_id: string
  data: string
  release(): Promise<void>
}

const at = (instance: string) => ({ path: { instance } })
const arrivals: Record<ReachableState, (server: TestServer, id: string) => Promise<unknown>> = {
  creating: async () => {},
  starting: ({ admin }, id) => admin.ok('instance_start', at(id)),
  running: (server, id) => until(server, id, 'running'),
  stopping: ({ admin }, id) => admin.ok('instance_stop', at(id)),
  stopped: (server, id) => until(server, id, 'stopped'),
  rebooting: ({ admin }, id) => admin.ok('instance_reboot', at(id)),
  migrating: (server, id) => injectFault(server, id, 'instance_migrate'),
  repairing: (server, id) => injectFault(server, id, 'instance_repair'),
  failed: (server, id) => injectFault(server, id, 'instance_fail'),
}
const fromStopped: readonly InstanceState[] = ['starting', 'stopped']
let count = 0

/** Creates an instance in the given state; `creating` lasts until `release`. */
export async function instanceIn(server: TestServer, project: string, state: ReachableState): Promise<Subject> {
  const [data, name] = [`data-${++count}`, `subject-${count}`]
  const step = state === 'creating' ? server.hold('instance-create/prepare') : undefined
  const creating = create(server.admin, project, {
    name,
    boot_disk: newDisk(`boot-${count}`),
    disks: [newDisk(data)],
    start: !fromStopped.includes(state),
    // One that is failed stays so while time passes.
    auto_restart_policy: 'never',
  })
  if (step) {
    await step.reached
    const found = await server.admin.ok('instance_view', { path: { instance: name }, query: { project } })
    const release = async () => {
      step.release()
      await creating
    }
    return { ...found, data, release }
  }
  const { body } = await creating
  await server.settle()
  await arrivals[state](server, body.id)
  return { ...(await view(server, body.id)), data, release: async () => {} }
}
