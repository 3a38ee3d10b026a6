import { apiCall, callOrThrow, refreshAfter } from '~/api/queries.ts'
import type { Instance, InstanceNetworkInterface, InstanceNetworkInterfaceUpdate } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { askToDelete } from '~/shell/ask-to-delete.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { confirm } from '~/ui/confirm.ts'
import { toast } from '~/ui/toast.ts'

/** An update replaces the transit IPs: what it leaves alone goes along. */
const asPrimary = ({ transitIps = [] }: InstanceNetworkInterface): InstanceNetworkInterfaceUpdate => ({
  primary: true,
  transitIps,
})

/** Asks, then makes an interface the one that the instance's addresses lead to. */
export function askToMakePrimary(instance: Instance, nic: InstanceNetworkInterface): void {
  const path = { interface: nic.id }
  void confirm({
    title: 'Make primary',
    body: (
      <>
        <b>{nic.name}</b> becomes the interface that external addresses of <b>{instance.name}</b> lead to.
      </>
    ),
    copyAs: <CopyAsButton request={copyRequest('instanceNetworkInterfaceUpdate', { path, body: asPrimary(nic) })} />,
    action: async () => {
      const fresh = await callOrThrow('instanceNetworkInterfaceView', { path })
      await apiCall('instanceNetworkInterfaceUpdate', { path, body: asPrimary(fresh) })
      toast({ content: outcome('Network interface', nic.name, 'is primary now') })
      void refreshAfter('instanceNetworkInterfaceUpdate')
    },
  })
}

export const askToDeleteInterface = (instance: Instance, { id, name, ip }: InstanceNetworkInterface): void =>
  askToDelete({
    kind: 'network interface',
    name,
    consequence: (
      <>
        is deleted, and <b>{instance.name}</b> is no longer reachable at {ip}.
      </>
    ),
    method: 'instanceNetworkInterfaceDelete',
    request: { path: { interface: id } },
  })
