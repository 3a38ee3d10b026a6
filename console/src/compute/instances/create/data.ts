import { type QueryClient, queryOptions, useSuspenseQueries } from '@tanstack/react-query'
import { whereMissing } from '~/api/errors.ts'
import { fetchWholeList, type ItemOf, type ListMethod, type RequestOf, wholeListQuery } from '~/api/queries.ts'
import { allSiloImagesQuery } from '~/compute/images/queries.ts'
import type {
  AffinityGroup,
  AntiAffinityGroup,
  Disk,
  FloatingIp,
  Image,
  SiloIpPool,
  SshKey,
  Vpc,
} from '~/api/types.gen.ts'

/** What an instance can do without: none where the server does not offer the operation. */
const optionalListQuery = <M extends ListMethod>(method: M, request: RequestOf<M>) =>
  queryOptions({
    queryKey: [method, request, 'or none'] as const,
    queryFn: ({ signal }): Promise<ItemOf<M>[]> =>
      fetchWholeList(method, request, { signal }).catch(whereMissing<ItemOf<M>[]>([])),
  })

const queriesOf = (project: string) =>
  [
    allSiloImagesQuery,
    wholeListQuery('imageList', { query: { project } }),
    wholeListQuery('diskList', { query: { project } }),
    optionalListQuery('currentUserSshKeyList', {}),
    optionalListQuery('projectIpPoolList', {}),
    optionalListQuery('floatingIpList', { query: { project } }),
    optionalListQuery('vpcList', { query: { project } }),
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
  antiAffinityGroups: readonly AntiAffinityGroup[]
  affinityGroups: readonly AffinityGroup[]
}

/** For the route's loader: the form appears whole. */
export const loadAvailable = (queryClient: QueryClient, project: string): Promise<unknown> =>
  Promise.all(
    queriesOf(project).map((query) =>
      queryClient.ensureQueryData({ ...(query as ReturnType<typeof wholeListQuery>), revalidateIfStale: true }),
    ),
  )

export function useAvailable(project: string): Available {
  const [siloImages, projectImages, disks, sshKeys, pools, floatingIps, vpcs, antiAffinityGroups, affinityGroups] =
    useSuspenseQueries({ queries: queriesOf(project) })
  return {
    siloImages: siloImages.data ?? [],
    hidesSiloImages: siloImages.data === null,
    projectImages: projectImages.data,
    disks: disks.data,
    sshKeys: sshKeys.data,
    pools: pools.data,
    floatingIps: floatingIps.data,
    vpcs: vpcs.data,
    antiAffinityGroups: antiAffinityGroups.data,
    affinityGroups: affinityGroups.data,
  }
}
