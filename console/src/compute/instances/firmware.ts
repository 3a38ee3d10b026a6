import { firmwareRefusal } from '@skerry/contract/rules/capabilities.ts'
import type { InstanceFirmware } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import type { Choice } from '~/form/choice-fields.tsx'
import { upperFirst } from '~/lib/format/words.ts'
import { capabilitiesOf, serverQuery } from '~/shell/access/capabilities.ts'

const choices: readonly (Choice & { value: InstanceFirmware })[] = [
  { value: 'auto', label: 'Automatic', description: 'What the disks need' },
  { value: 'bios', label: 'BIOS' },
  { value: 'efi', label: 'UEFI', description: 'Without Secure Boot' },
]

/** The firmware to choose from; undefined on a server without that setting. */
export function useFirmwareChoices(): readonly Choice[] | undefined {
  const server = useQuery(serverQuery).data
  const capabilities = server && capabilitiesOf(server)
  if (capabilities?.efi === undefined) return undefined
  return choices.map((choice) => {
    const refusal = firmwareRefusal(choice.value, capabilities)
    return { ...choice, refusal: refusal && upperFirst(refusal) }
  })
}
