import type { instances } from '@skerry/contract/compute/instances.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { instanceInPath } from '../../../kernel/access/instance-in-path.ts'
import { acceptConsole } from '../console-session.ts'
import { joinSerialConsole } from './serial-console.ts'

export const serialConsoleOps: Handlers<Pick<typeof instances, 'instance_serial_console_stream'>> = {
  async instance_serial_console_stream(call) {
    const instance = await instanceInPath(call, call.db)
    call.target(instance.id)
    const { most_recent } = call.query
    const { serial } = call.services.platform.instances
    const mostRecent = most_recent === undefined ? undefined : Number(most_recent)
    return acceptConsole(call, (client) => joinSerialConsole(serial, instance, mostRecent, client))
  },
}
