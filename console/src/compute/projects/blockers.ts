import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '~/api/errors.ts'
import { fetchWholeList, type ListMethod } from '~/api/queries.ts'
import { affinity, antiAffinity, listPath } from '~/compute/affinity/kinds.ts'
import { instancePath } from '~/compute/instances/queries.ts'
import { probePath, probesPath } from '~/compute/probes/queries.ts'
import { type Path, pathTo } from '~/shell/path.ts'

/** A kind of thing that keeps a project from being deleted. */
interface Kind {
  method: ListMethod
  label: string
  /** The screen of its list, where there is one. */
  list?: (project: string) => Path
  /** The screen of one of them. */
  page?: (project: string, name: string) => Path
}

/** What a project can hold. */
const kinds: readonly Kind[] = [
  {
    method: 'instanceList',
    label: 'Instances',
    list: (project) => pathTo('/projects/$project/instances', { project }),
    page: instancePath,
  },
  {
    method: 'diskList',
    label: 'Disks',
    list: (project) => pathTo('/projects/$project/disks', { project }),
    page: (project, disk) => pathTo('/projects/$project/disks/$disk', { project, disk }),
  },
  {
    method: 'snapshotList',
    label: 'Snapshots',
    list: (project) => pathTo('/projects/$project/snapshots', { project }),
    page: (project, snapshot) => pathTo('/projects/$project/snapshots/$snapshot', { project, snapshot }),
  },
  {
    method: 'imageList',
    label: 'Images',
    list: (project) => pathTo('/projects/$project/images', { project }),
    page: (project, image) => pathTo('/projects/$project/images/$image/edit', { project, image }),
  },
  {
    method: 'floatingIpList',
    label: 'Floating IPs',
    list: (project) => pathTo('/projects/$project/floating-ips', { project }),
    page: (project, floatingIp) => pathTo('/projects/$project/floating-ips/$floatingIp/edit', { project, floatingIp }),
  },
  {
    method: 'vpcList',
    label: 'VPCs',
    list: (project) => pathTo('/projects/$project/vpcs', { project }),
    page: (project, vpc) => pathTo('/projects/$project/vpcs/$vpc/firewall-rules', { project, vpc }),
  },
  { method: 'affinityGroupList', label: 'Affinity groups', list: listPath, page: affinity.path },
  { method: 'antiAffinityGroupList', label: 'Anti-affinity groups', list: listPath, page: antiAffinity.path },
  { method: 'probeList', label: 'Probes', list: probesPath, page: probePath },
]

export interface Thing {
  id: string
  name: string
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

/** What is left in a project. */
export const blockersQuery = (project: { id: string }) =>
  queryOptions({
    queryKey: ['projectDelete', 'blockers', project.id],
    // Always read anew: what is shown here decides what may be done.
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
