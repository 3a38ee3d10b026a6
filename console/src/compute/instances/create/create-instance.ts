import { api } from '~/api/api.ts'
import { ConnectionError } from '~/api/errors.ts'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { Instance, InstanceCreate, InstanceState } from '~/api/types.gen.ts'
import { addActivity, updateActivity } from '~/shell/activity.ts'
import { follow } from '~/shell/follow.ts'
import { messageOf } from '~/ui/errors.ts'
import { toast } from '~/ui/toast.ts'
import { guardWork } from '~/ui/unfinished-work.ts'
import { instancePath } from '../queries.ts'

const every = 2000
const longest = 15 * 60_000

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
    updateActivity(addActivity(work), { status: 'partly', message: 'Created, but could not be started' })
  else
    follow(
      { ...work, watched: { kind: 'instance', id: instance.id, wanted: start ? 'running' : 'stopped' } },
      instance.runState,
    )
  void refreshAfter('instanceCreate')
  return instance
}

/** Waits for a state; throws what kept the instance from it. */
async function reaches(id: string, wanted: InstanceState): Promise<void> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < longest) {
    const result = await api.instanceView({ path: { instance: id } }).catch(() => undefined)
    if (result?.statusCode === 404) throw new Error('It could not be created, or was deleted in the meantime')
    if (result?.type === 'success') {
      const { runState } = result.data
      if (runState === wanted) return
      if (runState === 'failed') throw new Error('The instance failed')
    }
    await new Promise((resolve) => setTimeout(resolve, every))
  }
  throw new Error('Not finished after 15 minutes')
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
    await reaches(instance.id, 'stopped')
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
      await reaches(instance.id, 'running')
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
