import { type QueryClient, queryOptions, useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { whereMissing } from '~/api/errors.ts'
import { fetchWholeList, type ItemOf, type ListMethod, type RequestOf, wholeListQuery } from '~/api/queries.ts'
import type {
  AffinityGroup,
  AntiAffinityGroup,
  Disk,
  FloatingIp,
  Image,
  SiloIpPool,
  SshKey,
  Vpc,
  VpcSubnet,
} from '~/api/types.gen.ts'
import { allSiloImagesQuery } from '~/shell/things/silo-images.ts'

/** What an instance can do without: none where the server does not offer the operation. */
const optionalListQuery = <M extends ListMethod>(method: M, request: RequestOf<M>) =>
  queryOptions({
    queryKey: [method, request, 'or none'] as const,
    queryFn: ({ signal }): Promise<ItemOf<M>[]> =>
      fetchWholeList(method, request, { signal }).catch(whereMissing<ItemOf<M>[]>([])),
  })

const vpcsQuery = (project: string) => optionalListQuery('vpcList', { query: { project } })
const subnetsOf = (vpc: string) => optionalListQuery('vpcSubnetList', { query: { vpc } })

const queriesOf = (project: string) =>
  [
    allSiloImagesQuery,
    wholeListQuery('imageList', { query: { project } }),
    wholeListQuery('diskList', { query: { project } }),
    optionalListQuery('currentUserSshKeyList', {}),
    optionalListQuery('projectIpPoolList', {}),
    optionalListQuery('floatingIpList', { query: { project } }),
    vpcsQuery(project),
    optionalListQuery('antiAffinityGroupList', { query: { project } }),
    optionalListQuery('affinityGroupList', { query: { project } }),
  ] as const

/** What an instance can be made from. */
export interface Available {
  siloImages: readonly Image[]
  /** The user may not list them. */
  hidesSiloImages: boolean
  projectImages: readonly Image[]
  disks: readonly Disk[]
  sshKeys: readonly SshKey[]
  pools: readonly SiloIpPool[]
  floatingIps: readonly FloatingIp[]
  vpcs: readonly Vpc[]
  /** Of the VPC that stands for a missing `default`; none where it is there. */
  subnets: readonly VpcSubnet[]
  antiAffinityGroups: readonly AntiAffinityGroup[]
  affinityGroups: readonly AffinityGroup[]
}

/** The VPC of the interface that a new instance begins with where none is named `default`. */
export const insteadOfDefault = (vpcs: readonly Vpc[]): Vpc | undefined =>
  vpcs.some(({ name }) => name === 'default') ? undefined : vpcs[0]

/** For the route's loader: the form appears whole. */
export async function loadAvailable(queryClient: QueryClient, project: string): Promise<void> {
  await Promise.all(
    queriesOf(project).map((query) =>
      queryClient.ensureQueryData({ ...(query as ReturnType<typeof wholeListQuery>), revalidateIfStale: true }),
    ),
  )
  const vpc = insteadOfDefault(queryClient.getQueryData(vpcsQuery(project).queryKey) ?? [])
  // The VPC may be gone by now, and the form can do without.
  if (vpc) await queryClient.prefetchQuery(subnetsOf(vpc.id))
}

export function useAvailable(project: string): Available {
  const [siloImages, projectImages, disks, sshKeys, pools, floatingIps, vpcs, antiAffinityGroups, affinityGroups] =
    useSuspenseQueries({ queries: queriesOf(project) })
  const vpc = insteadOfDefault(vpcs.data)
  const { data: subnets = [] } = useQuery({ ...subnetsOf(vpc?.id ?? ''), enabled: vpc !== undefined })
  return {
    siloImages: siloImages.data ?? [],
    hidesSiloImages: siloImages.data === null,
    projectImages: projectImages.data,
    disks: disks.data,
    sshKeys: sshKeys.data,
    pools: pools.data,
    floatingIps: floatingIps.data,
    vpcs: vpcs.data,
    subnets,
    antiAffinityGroups: antiAffinityGroups.data,
    affinityGroups: affinityGroups.data,
  }
}
