import type { networkInterfaces } from '@skerry/contract/network/network-interfaces.ts'
import type { Handlers } from '../../kernel/call.ts'
import { pageOf } from '../../kernel/paging.ts'
import { findInProject } from '../../kernel/scope.ts'
import { findBelow } from '../network-scope.ts'
import { interfaceView } from './network-interface.view.ts'
import { interfacesOfInstance } from './network-interfaces.repo.ts'

type Built = 'instance_network_interface_list' | 'instance_network_interface_view'

export const networkInterfacesOps: Handlers<Pick<typeof networkInterfaces, Built>> = {
  async instance_network_interface_list(call) {
    const instance = await findInProject(call, call.db, 'instances', 'instance', call.query.instance!)
    return pageOf(call.page, call.sort, interfacesOfInstance(call.db, instance.id), {
      table: 'network_interfaces',
      view: interfaceView,
    })
  },

  instance_network_interface_view: async (call) =>
    interfaceView(await findBelow(call, call.db, 'network_interfaces', call.params.interface)),
}
