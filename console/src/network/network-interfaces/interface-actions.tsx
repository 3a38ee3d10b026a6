import type { Instance, InstanceNetworkInterface, InstanceNetworkInterfaceUpdate } from '~/api/types.gen.ts'
import { fetchCode } from '~/lib/code.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'

/** An update replaces the transit IPs: unchanged ones are sent too. */
const asPrimary = ({ transitIps = [] }: InstanceNetworkInterface): InstanceNetworkInterfaceUpdate => ({
  primary: true,
  transitIps,
})

export function askToMakePrimary(instance: Instance, nic: InstanceNetworkInterface): void {
  const path = { interface: nic.id }
  askToDo({
    title: 'Make primary',
    body: (
      <>
        <b>{nic.name}</b> becomes the primary interface of <b>{instance.name}</b>. Its external IPs will use it.
      </>
    ),
    method: 'instanceNetworkInterfaceUpdate',
    request: { path, body: asPrimary(nic) },
    send: async () => {
      const { rewrite } = await fetchCode(() => import('~/shell/conflict/rewrite.ts'))
      return rewrite({
        view: 'instanceNetworkInterfaceView',
        at: { path },
        update: 'instanceNetworkInterfaceUpdate',
        request: (fresh) => ({ path, body: asPrimary(fresh) }),
      })
    },
    done: () => outcome('Network interface', nic.name, 'is now primary'),
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
