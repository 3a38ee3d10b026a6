import { useQuery } from '@tanstack/react-query'
import { ApiError } from '~/api/errors.ts'
import { secondary } from '~/api/limiter.ts'
import { apiCall, callOrThrow, fetchWholeList, refreshAfter } from '~/api/queries.ts'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { Button } from '~/ui/button.tsx'
import { confirm } from '~/ui/confirm.ts'
import { toast } from '~/ui/toast.ts'
import type { Thing } from './blockers.ts'

/** Whether anything is plugged into a subnet of the VPC. */
async function isInUse(vpc: Thing, signal: AbortSignal): Promise<boolean> {
  const subnets = await fetchWholeList('vpcSubnetList', { query: { vpc: vpc.id } }, { signal })
  if (subnets.some(({ networkInterfaceCount = 0 }) => networkInterfaceCount > 0)) return true
  const uncounted = subnets.filter(({ networkInterfaceCount }) => networkInterfaceCount === undefined)
  const first = (subnet: string) =>
    callOrThrow('vpcSubnetListNetworkInterfaces', { path: { subnet }, query: { limit: 1 } }, { signal })
  const interfaces = await Promise.all(uncounted.map(({ id }) => secondary(() => first(id), signal)))
  return interfaces.some(({ items }) => items.length > 0)
}

/** Subnets are what keeps a VPC; its routers, routes and rules go with it. */
async function removeNetwork(vpc: Thing): Promise<void> {
  for (const { id } of await fetchWholeList('vpcSubnetList', { query: { vpc: vpc.id } })) {
    await apiCall('vpcSubnetDelete', { path: { subnet: id } }).catch(ignoreGone)
  }
  await apiCall('vpcDelete', { path: { vpc: vpc.id } }).catch(ignoreGone)
}

const ignoreGone = (error: unknown) => {
  if (!(error instanceof ApiError && error.statusCode === 404)) throw error
}

interface RemoveNetworkProps {
  vpc: Thing
  /** Its name or id. */
  project: string
  onRemoved: () => Promise<unknown>
}

export function RemoveNetwork({ vpc, project, onRemoved }: RemoveNetworkProps) {
  const refusal = useRefusal('vpc_delete', { project })
  const inUse = useQuery({
    queryKey: ['vpcSubnetListNetworkInterfaces', 'in use', vpc.id],
    queryFn: ({ signal }) => isInUse(vpc, signal),
  })
  if (inUse.data !== false) return null
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
        await removeNetwork(vpc)
        await refreshAfter('vpcDelete')
        await onRemoved()
        toast({ content: outcome('VPC', vpc.name, 'removed') })
      },
    })
  return (
    <Button size="sm" disabledReason={refusal} onClick={() => void ask()}>
      Remove network<span className="sr-only"> {vpc.name}</span>
    </Button>
  )
}
