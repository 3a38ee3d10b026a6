import type { instances as operations } from '@skerry/contract/compute/instances.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { find } from '../../../kernel/resources/find.ts'
import { instances } from '../../../kernel/resources/instance.resource.ts'
import { acceptConsole } from '../console-session.ts'
import { joinSerialConsole } from './serial-console.ts'

export const serialConsoleOps: Handlers<Pick<typeof operations, 'instance_serial_console_stream'>> = {
  async instance_serial_console_stream(call) {
    const instance = await find(call, call.db, instances, call.params.instance)
    call.target(instance.id)
    const { most_recent } = call.query
    const { serial } = call.services.platform.instances
    const mostRecent = most_recent === undefined ? undefined : Number(most_recent)
    return acceptConsole(call, (client) => joinSerialConsole(serial, instance, mostRecent, client))
  },
}
