import { type FieldValues, useFormState, useWatch, type UseFormReturn } from 'react-hook-form'
import { MenuButton, type MenuItem } from '~/ui/menu.tsx'
import { Button } from '~/ui/button.tsx'
import { copyText } from '~/ui/copy.ts'
import { type CopyRequest, toCommand, toCurl } from './copy-as.ts'

/** Items for a row menu or a *Copy as* button. */
const copyAsItems = (request: CopyRequest, command?: string): MenuItem[] => [
  { label: 'Copy as curl', onSelect: () => void copyText(toCurl(request)) },
  { label: 'Copy as CLI', onSelect: () => void copyText(toCommand(request, command)) },
]

/** *Copy as* for a request that is already complete: a confirm modal's. */
export const CopyAsButton = ({ request, command }: { request: CopyRequest; command?: string }) => (
  <MenuButton label="Copy as" items={copyAsItems(request, command)}>
    Copy as
  </MenuButton>
)

/** *Copy as* in a form: the request that it would send now, once the form is valid. */
export function CopyAs<V extends FieldValues>({
  form,
  request,
  command,
}: {
  form: UseFormReturn<V>
  request: (values: V) => CopyRequest
  command?: string
}) {
  const { isValid } = useFormState({ control: form.control })
  const values = useWatch({ control: form.control }) as V
  if (!isValid)
    return (
      <Button variant="quiet" disabledReason="Fill in the form first">
        Copy as
      </Button>
    )
  return <CopyAsButton request={request(values)} command={command} />
}
