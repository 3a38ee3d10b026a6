import type { instances } from '@skerry/contract/compute/instances.ts'
import type { Handlers } from '../../kernel/call.ts'
import { badInput } from '../../kernel/errors.ts'
import { instanceInPath } from './instance-in-path.ts'
import { joinSerialConsole } from './serial-console.ts'

export const serialConsoleOps: Handlers<Pick<typeof instances, 'instance_serial_console_stream'>> = {
  async instance_serial_console_stream(call) {
    const instance = await instanceInPath(call, call.db)
    call.target(instance.id)
    if (!call.duplex) throw badInput('expected a WebSocket upgrade')
    const { most_recent } = call.query
    const { serial } = call.services.platform.instances
    call.duplex((client) =>
      joinSerialConsole(serial, instance, most_recent === undefined ? undefined : Number(most_recent), client),
    )
    // The transport answers in its own way; this one goes no further than the log.
    return new Response(null)
  },
}
