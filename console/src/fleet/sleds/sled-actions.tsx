import type { Sled, UninitializedSled } from '~/api/types.gen.ts'
import { addActivity } from '~/shell/activity.ts'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusals } from '~/shell/roles.ts'
import type { MenuItem } from '~/ui/menu.tsx'
import { askToDo } from '~/shell/ask-to-do.tsx'
import { sledPath } from './queries.ts'

const consequence = {
  provisionable: 'may be given instances again: new ones, and those that are started or moved.',
  non_provisionable: 'gets no more instances. Those that run there stay until they are stopped.',
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
        disabled:
          refused('sled_set_provision_policy') ??
          (sled.policy.kind === 'expunged' && 'The sled is expunged: nothing is provisioned on it'),
        onSelect: () => askToSetPolicy(sled, wanted),
      },
    ]
  }
}

/** Asks, then makes a sled that waits a part of the system, which goes on in the activity menu. */
export function askToAddSled({ baseboard: { part, serial }, cubby }: UninitializedSled): void {
  const request = { body: { part, serial } }
  askToDo({
    title: 'Add sled',
    errorTitle: 'Could not add sled',
    body: (
      <>
        <b>{serial}</b> in cubby {cubby} becomes a part of the system with its disks, and is given instances at once.
      </>
    ),
    method: 'sledAdd',
    request,
    done: ({ id }) => {
      const watched = { kind: 'sled', id, serial, wanted: 'in_service' } as const
      addActivity({ verb: 'Add sled', name: serial, to: sledPath(id), watched })
      return outcome('Sled', serial, 'is being added')
    },
  })
}
