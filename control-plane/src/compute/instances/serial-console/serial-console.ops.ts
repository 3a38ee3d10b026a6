import type { instances } from '@skerry/contract/compute/instances.ts'
import type { Handlers } from '../../../kernel/call.ts'
import { badInput, forbidden } from '../../../kernel/errors.ts'
import { instanceInPath } from '../instance-in-path.ts'
import { guarded, joinSerialConsole } from './serial-console.ts'

export const serialConsoleOps: Handlers<Pick<typeof instances, 'instance_serial_console_stream'>> = {
  async instance_serial_console_stream(call) {
    const instance = await instanceInPath(call, call.db)
    call.target(instance.id)
    if (!call.duplex) throw badInput('expected a WebSocket upgrade')
    const { most_recent } = call.query
    const { serial } = call.services.platform.instances
    const recheck = async () => (await call.accessNow()).onProject({ ...instance, id: instance.project_id }, forbidden)
    call.duplex((client) => {
      const session = joinSerialConsole(
        serial,
        instance,
        most_recent === undefined ? undefined : Number(most_recent),
        client,
      )
      return guarded(session, client, recheck, call.services.clock)
    })
    // The transport answers in its own way; this one goes no further than the log.
    return new Response(null)
  },
}
