import { deletionLockRefusal } from '@skerry/contract/rules/deletion-lock.ts'
import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '~/api/errors.ts'
import { apiCall, fetchWholeList, type ListMethod } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { affinity, antiAffinity, listPath } from '~/compute/affinity/kinds.ts'
import { instancePath } from '~/compute/instances/queries.ts'
import { probePath, probesPath } from '~/compute/probes/queries.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

/** A kind of thing that keeps a project from being deleted. */
interface Kind {
  method: ListMethod
  label: string
  /** The screen of its list, where there is one. */
  list?: (project: string) => Path
  /** The screen of one of them. */
  page?: (project: string, name: string) => Path
  /** How one of them is deleted, where that takes no more than a request or two. */
  remove?: Removal
}

interface Removal {
  /** `Delete` unless said. */
  verb?: string
  consequence: string
  change: Change
  run: (id: string, project: string) => Promise<unknown>
}

const every = 2000
const longest = 15 * 60_000

/** A stop is answered before the machine has stopped, and only a stopped one is deleted. */
async function stopAndDelete(instance: string): Promise<void> {
  const at = { path: { instance } }
  const startedAt = Date.now()
  // It may have been locked since its list was read, and would be stopped for nothing.
  const locked = deletionLockRefusal(await apiCall('instanceView', at))
  if (locked) throw new Error(locked)
  let now = await apiCall('instanceStop', at)
  // A lock would not end by waiting: the deletion is refused for it.
  while (instanceCan.delete.refusal(now.runState) && Date.now() - startedAt < longest) {
    await new Promise((resolve) => setTimeout(resolve, every))
    now = await apiCall('instanceView', at)
  }
  await apiCall('instanceDelete', at)
}

/** What a project can hold. */
const kinds: readonly Kind[] = [
  {
    method: 'instanceList',
    label: 'Instances',
    list: (project) => pathTo('/projects/$project/instances', { project }),
    page: instancePath,
    remove: {
      verb: 'Stop and delete',
      consequence:
        'The instances are stopped and permanently deleted. Their disks and floating IPs are detached, not deleted.',
      change: 'instanceDelete',
      run: stopAndDelete,
    },
  },
  {
    method: 'diskList',
    label: 'Disks',
    list: (project) => pathTo('/projects/$project/disks', { project }),
    page: (project, disk) => pathTo('/projects/$project/disks/$disk', { project, disk }),
    remove: {
      consequence: 'The disks and all their data are permanently deleted.',
      change: 'diskDelete',
      run: (disk) => apiCall('diskDelete', { path: { disk } }),
    },
  },
  {
    method: 'snapshotList',
    label: 'Snapshots',
    list: (project) => pathTo('/projects/$project/snapshots', { project }),
    page: (project, snapshot) => pathTo('/projects/$project/snapshots/$snapshot', { project, snapshot }),
    remove: {
      consequence: 'The snapshots are permanently deleted. Disks and images made from them are kept.',
      change: 'snapshotDelete',
      run: (snapshot) => apiCall('snapshotDelete', { path: { snapshot } }),
    },
  },
  {
    method: 'imageList',
    label: 'Images',
    list: (project) => pathTo('/projects/$project/images', { project }),
    page: (project, image) => pathTo('/projects/$project/images/$image/edit', { project, image }),
    remove: {
      consequence: 'The images are permanently deleted. Disks made from them are kept.',
      change: 'imageDelete',
      run: (image) => apiCall('imageDelete', { path: { image } }),
    },
  },
  {
    method: 'floatingIpList',
    label: 'Floating IPs',
    list: (project) => pathTo('/projects/$project/floating-ips', { project }),
    page: (project, floatingIp) => pathTo('/projects/$project/floating-ips/$floatingIp/edit', { project, floatingIp }),
    remove: {
      consequence: 'The floating IPs are permanently deleted. Their addresses return to their pools.',
      change: 'floatingIpDelete',
      run: (floatingIp) => apiCall('floatingIpDelete', { path: { floatingIp } }),
    },
  },
  {
    method: 'vpcList',
    label: 'VPCs',
    list: (project) => pathTo('/projects/$project/vpcs', { project }),
    page: (project, vpc) => pathTo('/projects/$project/vpcs/$vpc/firewall-rules', { project, vpc }),
  },
  {
    method: 'affinityGroupList',
    label: 'Affinity groups',
    list: listPath,
    page: affinity.path,
    remove: {
      consequence: 'The groups are permanently deleted. Their instances are kept.',
      change: 'affinityGroupDelete',
      run: (affinityGroup) => apiCall('affinityGroupDelete', { path: { affinityGroup } }),
    },
  },
  {
    method: 'antiAffinityGroupList',
    label: 'Anti-affinity groups',
    list: listPath,
    page: antiAffinity.path,
    remove: {
      consequence: 'The groups are permanently deleted. Their instances are kept.',
      change: 'antiAffinityGroupDelete',
      run: (antiAffinityGroup) => apiCall('antiAffinityGroupDelete', { path: { antiAffinityGroup } }),
    },
  },
  {
    method: 'probeList',
    label: 'Probes',
    list: probesPath,
    page: probePath,
    remove: {
      consequence: 'The probes are permanently deleted.',
      change: 'probeDelete',
      run: (probe, project) => apiCall('probeDelete', { path: { probe }, query: { project } }),
    },
  },
]

export interface Thing {
  id: string
  name: string
  deletionLocked?: boolean
}

export interface Blocker extends Kind {
  things: Thing[]
}

const ofProject = (projectId: string) => (thing: object) =>
  !('projectId' in thing) || thing.projectId === null || thing.projectId === projectId

export interface Left {
  blockers: Blocker[]
  /** Labels of the kinds that could not be read. */
  unread: string[]
}

export const blockersQuery = (project: { id: string }) =>
  queryOptions({
    queryKey: ['projectDelete', 'blockers', project.id],
    // Always read again: what is shown here decides what may be done.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Left> => {
      const unread: string[] = []
      const read = kinds.map(async (kind): Promise<Blocker> => {
        const things = await fetchWholeList(kind.method, { query: { project: project.id } }, { signal }).catch(
          (error: unknown) => {
            if (!(error instanceof ApiError)) throw error
            unread.push(kind.label)
            return []
          },
        )
        return { ...kind, things: things.filter(ofProject(project.id)) as Thing[] }
      })
      const blockers = (await Promise.all(read)).filter(({ things }) => things.length > 0)
      return { blockers, unread }
    },
  })
