import { ConnectionError } from '~/api/errors.ts'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { Instance, InstanceCreate } from '~/api/types.gen.ts'
import { fetchCode } from '~/lib/code.ts'
import { messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { guardWork } from '~/lib/unfinished-work.ts'
import { addActivity, updateActivity } from '~/shell/activity/activity.ts'
import { follow } from '~/shell/activity/follow.ts'
import { instancePath } from '../queries.ts'

interface Group {
  id: string
  name: string
}

export interface Creation {
  project: string
  body: InstanceCreate
  /** Whether it is to run, also where the request itself leaves it stopped. */
  start: boolean
  /** Groups to join before it starts. */
  affinityGroups: readonly Group[]
}

/** Creates an instance; what follows goes on in the activity menu. */
export async function createInstance({ project, body, start, affinityGroups }: Creation): Promise<Instance> {
  const instance = await apiCall('instanceCreate', { query: { project }, body })
  const work = { verb: 'Create instance', name: instance.name, to: instancePath(project, instance.name) }
  if (affinityGroups.length > 0) void joinAndStart(instance, affinityGroups, start, addActivity(work))
  else if (start && instance.runState === 'stopped')
    updateActivity(addActivity(work), {
      status: 'partly',
      message: `Created, but not started${instance.startRefusal ? `: ${instance.startRefusal}` : ''}`,
    })
  else
    follow(
      { ...work, watched: { kind: 'instance', id: instance.id, wanted: start ? 'running' : 'stopped' } },
      instance.runState,
    )
  void refreshAfter('instanceCreate')
  return instance
}

/** Affinity groups take stopped instances only, and the create request takes none of them. */
async function joinAndStart(instance: Instance, groups: readonly Group[], start: boolean, id: string): Promise<void> {
  let steps: readonly string[] = []
  const done = (step: string) => {
    steps = [...steps, step]
    updateActivity(id, { steps })
    void refreshAfter('instanceStart', 'affinityGroupMemberInstanceAdd')
  }
  const path = { instance: instance.id }
  // Whether the server may have started it.
  let isStarted = false
  const endGuard = guardWork(
    `Instance ${instance.name} is still joining its affinity groups.${start ? ' Leaving now leaves it stopped.' : ''}`,
  )
  try {
    const { reaches } = await fetchCode(() => import('~/shell/activity/activity-watch.ts'))
    await reaches({ kind: 'instance', id: instance.id, wanted: 'stopped' })
    done('Created')
    for (const group of groups) {
      await apiCall('affinityGroupMemberInstanceAdd', { path: { ...path, affinityGroup: group.id } })
      done(`Joined ${group.name}`)
    }
    if (start) {
      await apiCall('instanceStart', { path }).catch((error: unknown) => {
        isStarted = error instanceof ConnectionError
        throw error
      })
      isStarted = true
      endGuard()
      await reaches({ kind: 'instance', id: instance.id, wanted: 'running' })
      done('Started')
    }
    updateActivity(id, { status: 'done' })
  } catch (error) {
    const message = `${messageOf(error)}.${start && !isStarted ? ' The instance was not started.' : ''}`
    updateActivity(id, { status: 'failed', message })
    toast({ variant: 'error', title: `Could not finish ${instance.name}`, content: message })
    void refreshAfter('instanceStart')
  } finally {
    endGuard()
  }
}
