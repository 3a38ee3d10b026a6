import type { instances } from '@skerry/contract/compute/instances.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { badInput } from '../../../kernel/errors.ts'
import { instanceInPath } from '../../../kernel/access/instance-in-path.ts'
import { joinSerialConsole, rechecked } from './serial-console.ts'

export const serialConsoleOps: Handlers<Pick<typeof instances, 'instance_serial_console_stream'>> = {
  async instance_serial_console_stream(call) {
    const instance = await instanceInPath(call, call.db)
    call.target(instance.id)
    if (!call.duplex) throw badInput('expected a WebSocket upgrade')
    const { most_recent } = call.query
    const { serial } = call.services.platform.instances
    const recheck = () => call.confirmAccess(call.db)
    const { userId } = call.actor
    call.duplex((client) => {
      const release = call.services.budgets.consoles.take(userId)
      if (!release) {
        client.close(1011, `${call.services.budgets.consoles.most} serial consoles are open already: close one`)
        return { receive() {}, end() {} }
      }
      const session = joinSerialConsole(
        serial,
        instance,
        most_recent === undefined ? undefined : Number(most_recent),
        client,
      )
      const checked = rechecked(session, client, recheck, call.services.clock)
      return {
        receive: checked.receive,
        end() {
          release()
          checked.end()
        },
      }
    })
    // The transport answers by itself; this response is only logged.
    return new Response(null)
  },
}
