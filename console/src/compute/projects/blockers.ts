import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '~/api/errors.ts'
import { fetchWholeList, type ListMethod } from '~/api/queries.ts'

/** A kind of thing that keeps a project from being deleted. */
interface Kind {
  method: ListMethod
  label: string
  /** Slug of its screens under the project: the list is linked where that screen exists. */
  slug: string
  /** Slug of a thing's own page, where it is not the list's. */
  pageSlug?: string
  /** The rest of a thing's path after its name. */
  page?: string
}

const kinds: readonly Kind[] = [
  { method: 'instanceList', label: 'Instances', slug: 'instances', page: '/storage' },
  { method: 'diskList', label: 'Disks', slug: 'disks' },
  { method: 'snapshotList', label: 'Snapshots', slug: 'snapshots' },
  { method: 'imageList', label: 'Images', slug: 'images' },
  { method: 'floatingIpList', label: 'Floating IPs', slug: 'floating-ips' },
  { method: 'vpcList', label: 'VPCs', slug: 'vpcs' },
  { method: 'affinityGroupList', label: 'Affinity groups', slug: 'affinity', pageSlug: 'affinity-groups' },
  { method: 'antiAffinityGroupList', label: 'Anti-affinity groups', slug: 'affinity' },
  { method: 'probeList', label: 'Probes', slug: 'probes' },
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

/** What is left in a project. A kind that this server cannot list cannot be there either. */
export const blockersQuery = (project: { id: string }) =>
  queryOptions({
    queryKey: ['projectDelete', 'blockers', project.id],
    // Always read anew: what is shown here decides what may be done.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Left> => {
      const unread: string[] = []
      const read = kinds.map(async (kind): Promise<Blocker> => {
        const things = await fetchWholeList(
          kind.method,
          { query: { project: project.id } },
          { signal, expected: 'not every server has every kind' },
        ).catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          if (error.statusCode !== 501) unread.push(kind.label)
          return []
        })
        return { ...kind, things: things.filter(ofProject(project.id)) as Thing[] }
      })
      const blockers = (await Promise.all(read)).filter(({ things }) => things.length > 0)
      return { blockers, unread }
    },
  })
