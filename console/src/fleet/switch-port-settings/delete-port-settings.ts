import type { SwitchPortSettingsIdentity } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'

/** @param onDeleted leaves the page of settings that are gone. */
export const askToDeletePortSettings = (
  { id, name }: Pick<SwitchPortSettingsIdentity, 'id' | 'name'>,
  onDeleted?: () => void,
): void =>
  askToDelete({
    kind: 'switch port settings',
    name,
    consequence: 'are permanently deleted. Their addresses can be used again.',
    method: 'networkingSwitchPortSettingsDelete',
    request: { query: { portSettings: id } },
    onDeleted,
  })
