import { deletionLockRefusal } from '@skerry/contract/rules/deletion-lock.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, whereMissing } from '~/api/errors.ts'
import { apiCall, callOrThrow, fetchWholeList, refreshAfter, secondary } from '~/api/queries.ts'
import type { VpcSubnet } from '~/api/types.gen.ts'
import { messageOf } from '~/lib/errors.ts'
import { plural } from '~/lib/format/numbers.ts'

interface Named {
  id: string
  name: string
}

/** A subnet that something is in, which keeps it and its VPC from being deleted. */
export interface UsedSubnet extends Named {
  /** The first of its network interfaces, each with the name of its instance. */
  interfaces: readonly (Named & { instance: string })[]
  /** How many it has in all; undefined where the server does not count them. */
  count: number | undefined
  probes: readonly string[]
}

export interface VpcUse {
  subnets: readonly VpcSubnet[]
  used: readonly UsedSubnet[]
}

/** Of subnets in use, and of interfaces in each of them: enough to begin with. */
const most = 10

/** The subnets of a VPC, and what is in them. */
export const vpcUseQuery = (project: string, vpc: Named) =>
  queryOptions({
    queryKey: ['vpcSubnetListNetworkInterfaces', 'of a VPC', vpc.id] as const,
    // Without the VPC's own lists: its deletion would read them again under the open question.
    meta: { reads: ['vpcSubnetListNetworkInterfaces', 'probeList'] },
    // What is shown here decides what may be done.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<VpcUse> => {
      const options = { signal }
      const [subnets, probes] = await Promise.all([
        fetchWholeList('vpcSubnetList', { query: { vpc: vpc.id } }, options),
        // All probes are in the VPC of this name.
        vpc.name === 'default'
          ? fetchWholeList('probeList', { query: { project } }, options).catch(whereMissing([]))
          : [],
      ])
      const nameOf = (instance: string) =>
        secondary(() => callOrThrow('instanceView', { path: { instance } }, options)).then(({ name }) => name)
      const read = async (subnet: VpcSubnet): Promise<UsedSubnet> => {
        const { id, name, networkInterfaceCount: count, ipv4Block } = subnet
        const request = { path: { subnet: id }, query: { limit: most } }
        const list = () => callOrThrow('vpcSubnetListNetworkInterfaces', request, options)
        const items = count === 0 ? [] : (await secondary(list)).items
        const named = items.map(async (each) => ({ ...each, instance: await nameOf(each.instanceId) }))
        const inIt = probes.filter((probe) => probe.interface.subnet === ipv4Block)
        return { id, name, count, interfaces: await Promise.all(named), probes: inIt.map((probe) => probe.name) }
      }
      const mayBeUsed = subnets.filter(({ networkInterfaceCount }) => networkInterfaceCount !== 0 || probes.length > 0)
      const uses = await Promise.all(mayBeUsed.slice(0, most).map(read))
      return { subnets, used: uses.filter(({ interfaces, probes: inIt }) => interfaces.length + inIt.length > 0) }
    },
  })

const ignoreGone = (error: unknown) => {
  if (!(error instanceof ApiError && error.statusCode === 404)) throw error
}

/** @throws if a VPC that would be refused would lose its subnets first */
async function requireUnlocked({ id }: Named): Promise<void> {
  const vpc = await apiCall('vpcView', { path: { vpc: id } }).catch(ignoreGone)
  const refusal = vpc && deletionLockRefusal(vpc)
  if (refusal) throw new Error(refusal)
}

/**
 * Deletes the empty subnets of a VPC, then the VPC: the API takes a request for each.
 * @throws an error that names the subnets that are deleted by then
 */
export async function deleteVpc(vpc: Named, subnets: readonly Named[]): Promise<void> {
  let deleted = 0
  try {
    if (subnets.length > 0) await requireUnlocked(vpc)
    for (const { id } of subnets) {
      await apiCall('vpcSubnetDelete', { path: { subnet: id } }).catch(ignoreGone)
      deleted++
    }
    await apiCall('vpcDelete', { path: { vpc: vpc.id } }).catch(ignoreGone)
  } catch (error) {
    if (deleted === 0) throw error
    const names = subnets.slice(0, deleted).map(({ name }) => name)
    throw new Error(
      `${plural(deleted, 'subnet')} (${names.join(', ')}) deleted, but not the VPC ${vpc.name}: ${messageOf(error)}`,
      { cause: error },
    )
  } finally {
    void refreshAfter('vpcSubnetDelete', 'vpcDelete')
  }
}
