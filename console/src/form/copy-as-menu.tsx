import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { MenuButton } from '~/ui/menu.tsx'
import { copyFromMenu } from '~/ui/copy.ts'
import { type CopyRequest, toCommand, toCurl } from './copy-as.ts'

type Copy = (toText: (request: CopyRequest) => string) => void

const CopyMenu = ({ copy, command }: { copy: Copy; command?: string | undefined }) => (
  <MenuButton
    label="Copy as"
    items={[
      { label: 'Copy as curl', onSelect: () => copy(toCurl) },
      { label: 'Copy as CLI', onSelect: () => copy((request) => toCommand(request, command)) },
    ]}
  >
    Copy as
  </MenuButton>
)

/** *Copy as* for a complete request: that of a confirm modal. */
export const CopyAsButton = ({ request, command }: { request: CopyRequest; command?: string }) => (
  <CopyMenu copy={(toText) => void copyFromMenu(toText(request))} command={command} />
)

interface CopyAsProps<V extends FieldValues> {
  form: UseFormReturn<V>
  request: (values: V) => CopyRequest
  command?: string
}

/** *Copy as* in a form: the request that it would send now. A form that is not valid says what is wrong instead. */
export const CopyAs = <V extends FieldValues>({ form, request, command }: CopyAsProps<V>) => (
  <CopyMenu
    copy={(toText) => void form.handleSubmit((values) => copyFromMenu(toText(request(values))))()}
    command={command}
  />
)
