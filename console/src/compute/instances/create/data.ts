import { useSuspenseQueries } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { wholeListQuery } from '~/api/queries.ts'
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

const queriesOf = (project: string) =>
  [
    allSiloImagesQuery,
    wholeListQuery('imageList', { query: { project } }),
    wholeListQuery('diskList', { query: { project } }),
    wholeListQuery('currentUserSshKeyList'),
    wholeListQuery('projectIpPoolList'),
    wholeListQuery('floatingIpList', { query: { project } }),
    wholeListQuery('vpcList', { query: { project } }),
    wholeListQuery('antiAffinityGroupList', { query: { project } }),
    wholeListQuery('affinityGroupList', { query: { project } }),
  ] as const

/** What an instance can be made from. */
export interface Available {
  siloImages: readonly Image[]
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
    siloImages: siloImages.data,
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
