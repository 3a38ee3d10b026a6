import { callOrThrow, refreshAfter } from '~/api/queries.ts'
import type { Sled, UninitializedSled } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { addActivity } from '~/shell/activity.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusals } from '~/shell/roles.ts'
import { confirm } from '~/ui/confirm.ts'
import type { MenuItem } from '~/ui/menu.tsx'
import { toast } from '~/ui/toast.ts'
import { sledPath } from './queries.ts'

const consequence = {
  provisionable: 'may be given instances again: new ones, and those that are started or moved.',
  non_provisionable: 'gets no more instances. Those that run there stay until they are stopped.',
}
const label = { provisionable: 'Set provisionable', non_provisionable: 'Set not provisionable' }
const result = { provisionable: 'is provisionable', non_provisionable: 'is not provisionable' }

function askToSetPolicy({ id, baseboard: { serial } }: Sled, state: keyof typeof label): void {
  const request = { path: { sledId: id }, body: { state } }
  void confirm({
    title: label[state],
    errorTitle: 'Could not set the provision policy',
    body: (
      <>
        <b>{serial}</b> {consequence[state]}
      </>
    ),
    copyAs: <CopyAsButton request={copyRequest('sledSetProvisionPolicy', request)} />,
    action: async () => {
      await callOrThrow('sledSetProvisionPolicy', request)
      toast({ content: outcome('Sled', serial, result[state]) })
      void refreshAfter('sledSetProvisionPolicy')
    },
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
  void confirm({
    title: 'Add sled',
    errorTitle: 'Could not add sled',
    body: (
      <>
        <b>{serial}</b> in cubby {cubby} becomes a part of the system with its disks, and is given instances at once.
      </>
    ),
    copyAs: <CopyAsButton request={copyRequest('sledAdd', request)} />,
    action: async () => {
      const { id } = await callOrThrow('sledAdd', request)
      const watched = { kind: 'sled', id, serial, wanted: 'in_service' } as const
      addActivity({ verb: 'Add sled', name: serial, to: sledPath(id), watched })
      toast({ content: outcome('Sled', serial, 'is being added') })
      void refreshAfter('sledAdd')
    },
  })
}
