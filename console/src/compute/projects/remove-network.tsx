import { deletionLockRefusal } from '@skerry/contract/rules/deletion-lock.ts'
import { useQuery } from '@tanstack/react-query'
import { confirm } from '~/lib/confirm.ts'
import { toast } from '~/lib/toast.ts'
import { deleteVpc, vpcUseQuery } from '~/network/vpcs/deletion.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { Button } from '~/ui/button.tsx'
import type { Thing } from './blockers.ts'

interface RemoveNetworkProps {
  vpc: Thing
  /** Its name or id. */
  project: string
  onRemoved: () => Promise<unknown>
}

export function RemoveNetwork({ vpc, project, onRemoved }: RemoveNetworkProps) {
  const refusal = useRefusal('vpc_delete', { project })
  const use = useQuery(vpcUseQuery(project, vpc)).data
  if (use?.used.length !== 0) return null
  const ask = () =>
    confirm({
      title: 'Remove network',
      body: (
        <>
          The VPC <b>{vpc.name}</b> is deleted with its subnets, routers, routes and firewall rules. No network
          interface uses it.
        </>
      ),
      danger: true,
      action: async () => {
        await deleteVpc(vpc, use.subnets)
        await onRemoved()
        toast({ content: outcome('VPC', vpc.name, 'removed') })
      },
    })
  return (
    <Button size="sm" refusal={refusal ?? deletionLockRefusal(vpc)} onClick={() => void ask()}>
      Remove network<span className="sr-only"> {vpc.name}</span>
    </Button>
  )
}
