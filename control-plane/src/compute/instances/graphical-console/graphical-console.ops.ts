import type { instances as operations } from '@skerry/contract/compute/instances.ts'
import { instanceCan } from '@skerry/contract/rules/instances.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { refuseUnless } from '../../../kernel/http/refuse.ts'
import { find } from '../../../kernel/resources/find.ts'
import { instances } from '../../../kernel/resources/instance.resource.ts'
import type { Displays, DisplayStream } from '../../../platform/interface/instances.ts'
import { acceptConsole, joinConsole } from '../console-session.ts'

export const graphicalConsoleOps: Handlers<Pick<typeof operations, 'instance_graphical_console_stream'>> = {
  async instance_graphical_console_stream(call) {
    const instance = await find(call, call.db, instances, call.params.instance)
    call.target(instance.id)
    const { displays } = call.services.platform.instances
    return acceptConsole(call, (client) => joinConsole(open(displays, instance), (bytes) => bytes, client))
  },
}

async function open(displays: Displays, instance: Pick<Row<'instances'>, 'id' | 'run_state'>): Promise<DisplayStream> {
  refuseUnless(instanceCan.graphicalConsole, instance.run_state)
  return displays.open(instance.id)
}
