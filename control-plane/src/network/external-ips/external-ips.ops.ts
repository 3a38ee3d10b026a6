import type { externalIps } from '@skerry/contract/network/external-ips.ts'
import type { Handlers } from '../../kernel/call.ts'
import { findInProject } from '../../kernel/scope.ts'
import { externalIpView } from './external-ip.view.ts'
import { visibleAddressesOf } from './external-ips.repo.ts'

type Built = 'instance_external_ip_list'

export const externalIpsOps: Handlers<Pick<typeof externalIps, Built>> = {
  async instance_external_ip_list(call) {
    const instance = await findInProject(call, call.db, 'instances', 'instance', call.params.instance)
    const rows = await visibleAddressesOf(call.db, instance.id)
    return { items: rows.map(externalIpView), next_page: null }
  },
}
