import { callOrThrow } from '~/api/queries.ts'
import type { Sled, SledId, UninitializedSled, UninitializedSledId } from '~/api/types.gen.ts'
import { messageOf } from '~/lib/errors.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'
import { addActivity, updateActivity } from '~/shell/activity/activity.ts'
import type { MenuItem } from '~/ui/menu.tsx'
import { sledPath } from './queries.ts'

const consequence = {
  provisionable: 'accepts instances again.',
  non_provisionable: 'accepts no more instances. Its instances keep running.',
}
const label = { provisionable: 'Set provisionable', non_provisionable: 'Set not provisionable' }
const result = { provisionable: 'is provisionable', non_provisionable: 'is not provisionable' }

function askToSetPolicy({ id, baseboard: { serial } }: Sled, state: keyof typeof label): void {
  const request = { path: { sledId: id }, body: { state } }
  askToDo({
    title: label[state],
    errorTitle: 'Could not set the provision policy',
    body: (
      <>
        <b>{serial}</b> {consequence[state]}
      </>
    ),
    method: 'sledSetProvisionPolicy',
    request,
    done: () => outcome('Sled', serial, result[state]),
  })
}

/** Menu of a sled: the provision policy that it does not have. */
export function useSledActions(): (sled: Sled) => MenuItem[] {
  const refused = useRefusals()
  return (sled) => {
    const isOpen = sled.policy.kind === 'in_service' && sled.policy.provisionPolicy === 'provisionable'
    const wanted = isOpen ? 'non_provisionable' : 'provisionable'
    return [
      {
        label: label[wanted],
        refusal: refused('sled_set_provision_policy') ?? (sled.policy.kind === 'expunged' && 'The sled is expunged'),
        onSelect: () => askToSetPolicy(sled, wanted),
      },
    ]
  }
}

/** Adds a waiting sled after a question; the activity menu follows it. */
export function askToAddSled({ baseboard: { part, serial }, cubby }: UninitializedSled): void {
  const request = { body: { part, serial } }
  askToDo({
    title: 'Add sled',
    errorTitle: 'Could not add sled',
    body: (
      <>
        <b>{serial}</b> in cubby {cubby} and its disks are added to the system. Instances can start on it at once.
      </>
    ),
    method: 'sledAdd',
    request,
    send: () => addSled(request, serial),
    done: () => outcome('Sled', serial, 'is being added'),
  })
}

/** The request takes as long as the sled needs: the activity menu has it from the beginning. */
async function addSled(request: { body: UninitializedSledId }, serial: string): Promise<SledId> {
  const activity = addActivity({ verb: 'Add sled', name: serial })
  try {
    const answer = await callOrThrow('sledAdd', request)
    const watched = { kind: 'sled', id: answer.id, serial, wanted: 'in_service' } as const
    updateActivity(activity, { to: sledPath(answer.id), watched })
    return answer
  } catch (error) {
    updateActivity(activity, { status: 'failed', message: messageOf(error) })
    throw error
  }
}
