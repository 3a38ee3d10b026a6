import { apiCall, callOrThrow, fetchWholeList, type Method, type RequestOf } from '~/api/queries.ts'
import type {
  AntiAffinityGroup,
  Disk,
  FloatingIp,
  Image,
  Instance,
  InternetGateway,
  IpPool,
  Project,
  RouterRoute,
  Silo,
  Snapshot,
  SshKey,
  Vpc,
  VpcFirewallRules,
  VpcRouter,
  VpcSubnet,
} from '~/api/types.gen.ts'
import type { CopyRequest } from '~/lib/copy-as.ts'
import { type Content, textOf } from '~/terraform/document.ts'
import {
  diskEntry,
  externalIpsOf,
  firewallEntry,
  floatingIpEntry,
  gatewayEntry,
  groupEntry,
  imageKnown,
  imageNote,
  instanceEntry,
  poolEntry,
  projectEntry,
  routeEntry,
  routerEntry,
  siloEntry,
  snapshotEntry,
  sshKeyEntry,
  subnetEntry,
  systemRouterNote,
  vpcEntry,
} from '~/terraform/from-views.ts'
import { type Kind, kindViewedBy } from '~/terraform/kinds.ts'
import { nameOrIdOf } from '../list/list.ts'
import { type Reader, withFailures } from './reader.ts'

/** A thing as the operation that views it answers, to code. Reads what is in other lists. */
const contentOf: {
  [K in Kind]?: (answer: never, view: CopyRequest, signal?: AbortSignal) => Content | Promise<Content>
} = {
  project: (project: Project) => ({ entries: [projectEntry(project)] }),
  sshKey: (sshKey: SshKey) => ({ entries: [sshKeyEntry(sshKey)] }),
  vpc: (vpc: Vpc) => ({ entries: [vpcEntry(vpc)] }),
  subnet: (subnet: VpcSubnet) => ({ entries: [subnetEntry(subnet)] }),
  gateway: (gateway: InternetGateway) => ({ entries: [gatewayEntry(gateway)] }),
  router: (router: VpcRouter) =>
    router.kind === 'system'
      ? { entries: [], notes: [`The ${systemRouterNote(router)}`] }
      : { entries: [routerEntry(router)] },
  route: (route: RouterRoute) =>
    route.kind === 'custom'
      ? { entries: [routeEntry(route)] }
      : { entries: [], notes: [`The server made route ${route.name}: it has no resource.`] },
  firewallRules: ({ rules }: VpcFirewallRules, { query }) => ({
    entries: [firewallEntry(String(query?.['vpc']), rules)],
  }),
  disk: (disk: Disk) => ({ entries: [diskEntry(disk)] }),
  snapshot: (snapshot: Snapshot) => ({ entries: [snapshotEntry(snapshot)] }),
  image: (image: Image) => ({ entries: [], lookups: [imageKnown(image)], notes: [imageNote] }),
  floatingIp: (address: FloatingIp) => ({ entries: [floatingIpEntry(address)] }),
  group: (group: AntiAffinityGroup) => ({ entries: [groupEntry(group)] }),
  instance: readInstance,
  silo: async (silo: Silo, _, signal) => ({
    entries: [siloEntry(silo, await apiCall('siloQuotasView', { path: { silo: silo.id } }, { signal }))],
  }),
  pool: async (pool: IpPool, _, signal) => {
    const ranges = await fetchWholeList('ipPoolRangeList', { path: { pool: pool.id } }, { signal })
    return {
      entries: [
        poolEntry(
          pool,
          ranges.map(({ range }) => range),
        ),
      ],
    }
  },
}

async function readInstance(instance: Instance): Promise<Content> {
  const path = { instance: instance.id }
  const [disks, interfaces, addresses, groups, sshKeys] = await Promise.all([
    fetchWholeList('instanceDiskList', { path }),
    fetchWholeList('instanceNetworkInterfaceList', { query: path }),
    apiCall('instanceExternalIpList', { path }),
    fetchWholeList('instanceAntiAffinityGroupList', { path }),
    fetchWholeList('instanceSshPublicKeyList', { path }),
  ])
  const ids = (things: readonly { id: string }[]) => things.map(({ id }) => id)
  const parts = {
    disks,
    interfaces,
    externalIps: externalIpsOf(
      addresses.items.find(({ kind }) => kind === 'ephemeral')?.ipPoolId ?? null,
      addresses.items.flatMap((each) => (each.kind === 'floating' ? [each.id] : [])),
    ),
    groups: ids(groups),
    sshKeys: ids(sshKeys),
  }
  return { entries: [instanceEntry(instance, parts)] }
}

type AnyContent = (answer: unknown, view: CopyRequest, signal?: AbortSignal) => Content | Promise<Content>

const contentOfAny = async (answer: unknown, view: CopyRequest, signal?: AbortSignal): Promise<Content> =>
  (contentOf[kindViewedBy(view.operation)!] as AnyContent)(answer, view, signal)

/** The code of a thing that exists. @param view the request that views it */
export async function codeOfThing(view: CopyRequest): Promise<string> {
  const method = view.operation as Method
  const request = { path: view.params, query: view.query } as RequestOf<Method>
  return textOf(await contentOfAny(await callOrThrow(method, request), view))
}

/** The code of rows of a list, each with the request that views it. A row that fails is named in its comments. */
export async function contentOfRows(
  rows: readonly (readonly [row: unknown, view: CopyRequest])[],
  reader: Reader,
): Promise<Content> {
  const read = await Promise.all(
    rows.map(([row, view]) => reader.task(nameOrIdOf(row as object), (signal) => contentOfAny(row, view, signal))),
  )
  const contents = read.filter((content) => content !== undefined)
  return withFailures(reader, {
    isFile: true,
    entries: contents.flatMap(({ entries }) => entries),
    lookups: contents.flatMap(({ lookups = [] }) => lookups),
    notes: [...new Set(contents.flatMap(({ notes = [] }) => notes))],
  })
}
