import type { GuestReport as GuestReportView, instances as operations } from '@skerry/contract/compute/instances.ts'
import { instanceCan } from '@skerry/contract/rules/instances.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { unavailable } from '../../../kernel/http/errors.ts'
import { refuseUnless } from '../../../kernel/http/refuse.ts'
import { find } from '../../../kernel/resources/find.ts'
import { instances } from '../../../kernel/resources/instance.resource.ts'
import type { GuestReport } from '../../../platform/interface/instances.ts'
import { PlatformError } from '../../../platform/interface/platform-error.ts'

export const guestOps: Handlers<Pick<typeof operations, 'instance_guest_view'>> = {
  async instance_guest_view(call) {
    const { id, run_state } = await find(call, call.db, instances, call.params.instance)
    refuseUnless(instanceCan.viewGuest, run_state)
    try {
      const report = await call.services.platform.instances.guests.report(id)
      return { report: report && reportView(report) }
    } catch (error) {
      // The machine has just ended; the instance's new state follows.
      throw error instanceof PlatformError && error.kind === 'gone' ? unavailable(error) : error
    }
  },
}

const reportView = ({ agentVersion, fileSystems, interfaces, ...system }: GuestReport): GuestReportView => ({
  ...system,
  agent_version: agentVersion,
  interfaces: interfaces.map(({ addresses, ...nic }) => ({ ...nic, addresses: [...addresses] })),
  file_systems: fileSystems.map(({ mountPoint, type, totalBytes, usedBytes }) => ({
    mount_point: mountPoint,
    type,
    total: totalBytes,
    used: usedBytes,
  })),
})
