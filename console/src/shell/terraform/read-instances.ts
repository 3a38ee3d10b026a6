import type { Disk, FloatingIp, Instance, InstanceNetworkInterface, InstanceParts } from '~/api/types.gen.ts'
import type { Entry } from '~/terraform/bodies.ts'
import { groupEntry, instanceEntry } from '~/terraform/from-views.ts'
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
  const entries = instances.map((instance) => {
    const { id } = instance
    const own = partsOf.get(id)
    return instanceEntry(instance, {
      disks: disksOf.get(id) ?? [],
      interfaces: interfacesOf.get(id) ?? [],
      ephemeralPool: own?.ephemeralIpPoolId ?? undefined,
      floatingIps: (floatingOf.get(id) ?? []).map((address) => address.id),
      groups: (groupsOf.get(id) ?? []).map(({ group }) => group),
      sshKeys: own?.sshPublicKeyIds ?? [],
    })
  })
  return [...groups.map(groupEntry), ...entries]
}

/** Pools of ephemeral addresses and SSH keys: in one list, or by instance where a server lacks it. */
async function readParts(project: string, instances: readonly Instance[], reader: Reader): Promise<InstanceParts[]> {
  const listed = await reader.listIfOffered('Parts of instances', 'instancePartsList', { query: { project } })
  if (listed) return listed
  return Promise.all(
    instances.map(async ({ id }) => {
      const path = { instance: id }
      const [addresses, sshKeys] = await Promise.all([
        reader.one('External IPs of instances', 'instanceExternalIpList', { path }),
        reader.list('SSH keys of instances', 'instanceSshPublicKeyList', { path }),
      ])
      return {
        id,
        ephemeralIpPoolId: addresses?.items.find(({ kind }) => kind === 'ephemeral')?.ipPoolId ?? null,
        sshPublicKeyIds: sshKeys.map((sshKey) => sshKey.id),
      }
    }),
  )
}
