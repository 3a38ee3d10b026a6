import type { Disk, FloatingIp, Instance, InstanceNetworkInterface, InstanceParts } from '~/api/types.gen.ts'
import type { Entry } from '~/terraform/bodies.ts'
import { externalIpsOf, groupEntry, instanceEntry } from '~/terraform/from-views.ts'
import type { Reader } from './reader.ts'

/** What other lists of the project have of its instances. */
interface Lists {
  reader: Reader
  disks: readonly Disk[]
  floatingIps: readonly FloatingIp[]
  interfaces: readonly InstanceNetworkInterface[]
}

/** Instances and the groups that they are in. */
export async function readInstances(project: string, instances: readonly Instance[], lists: Lists): Promise<Entry[]> {
  const { reader } = lists
  const [groups, parts] = await Promise.all([
    reader.list('Anti-affinity groups', 'antiAffinityGroupList', { query: { project } }),
    readParts(project, instances, reader),
  ])
  const members = await Promise.all(
    groups
      .filter(({ memberCount }) => memberCount !== 0)
      .map(async ({ id }) => {
        const path = { antiAffinityGroup: id }
        const own = await reader.list('Members of anti-affinity groups', 'antiAffinityGroupMemberList', { path })
        return own.map(({ value }) => ({ group: id, instance: value.id }))
      }),
  )
  const groupsOf = Map.groupBy(members.flat(), ({ instance }) => instance)
  const disksOf = Map.groupBy(lists.disks, ({ state }) => ('instance' in state ? state.instance : undefined))
  const interfacesOf = Map.groupBy(lists.interfaces, ({ instanceId }) => instanceId)
  const floatingOf = Map.groupBy(lists.floatingIps, ({ instanceId }) => instanceId)
  const partsOf = new Map(parts.map((each) => [each.id, each]))
  const hasDisks = reader.isWhole('Disks')
  const hasInterfaces = reader.isWhole('VPCs', 'Subnets', 'Network interfaces')
  const hasFloating = reader.isWhole('Floating IPs')
  const hasGroups = reader.isWhole('Anti-affinity groups', 'Members of anti-affinity groups')
  const entries = instances.map((instance) => {
    const { id } = instance
    const { ephemeralIpPoolId, sshPublicKeyIds } = partsOf.get(id) ?? {}
    return instanceEntry(instance, {
      disks: hasDisks ? (disksOf.get(id) ?? []) : undefined,
      interfaces: hasInterfaces ? (interfacesOf.get(id) ?? []) : undefined,
      externalIps:
        hasFloating && ephemeralIpPoolId !== undefined
          ? externalIpsOf(
              ephemeralIpPoolId,
              (floatingOf.get(id) ?? []).map((address) => address.id),
            )
          : undefined,
      groups: hasGroups ? (groupsOf.get(id) ?? []).map(({ group }) => group) : undefined,
      sshKeys: sshPublicKeyIds,
    })
  })
  return [...groups.map(groupEntry), ...entries]
}

/** Each undefined where it could not be read. */
type Parts = { id: string } & { [K in Exclude<keyof InstanceParts, 'id'>]: InstanceParts[K] | undefined }

/** Pools of ephemeral addresses and SSH keys: in one list, or by instance where a server lacks it. */
async function readParts(project: string, instances: readonly Instance[], reader: Reader): Promise<Parts[]> {
  const listed = await reader.listIfOffered('Parts of instances', 'instancePartsList', { query: { project } })
  if (listed) return listed
  return Promise.all(
    instances.map(async ({ id }) => {
      const path = { instance: id }
      const [addresses, sshKeys] = await Promise.all([
        reader.one('External IPs of instances', 'instanceExternalIpList', { path }),
        reader.wholeList('SSH keys of instances', 'instanceSshPublicKeyList', { path }),
      ])
      return {
        id,
        ephemeralIpPoolId: addresses && (addresses.items.find(({ kind }) => kind === 'ephemeral')?.ipPoolId ?? null),
        sshPublicKeyIds: sshKeys?.map((sshKey) => sshKey.id),
      }
    }),
  )
}
