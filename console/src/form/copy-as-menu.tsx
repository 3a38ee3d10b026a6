import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { fetchCode } from '~/ui/code.ts'
import { copyFromMenu } from '~/ui/copy.ts'
import { messageOf } from '~/ui/errors.ts'
import { MenuButton, type MenuItem } from '~/ui/menu.tsx'
import { toast } from '~/ui/toast.ts'
import type { CopyRequest } from './copy-as.ts'

const loadWordings = () => fetchCode(() => import('./copy-as.ts'))
type Wordings = Awaited<ReturnType<typeof loadWordings>>
type Copy = (toText: (wordings: Wordings, request: CopyRequest) => string) => void

/** Menu items; the code that words the request loads when one is chosen. */
const copyItems = (copy: Copy, command?: string): MenuItem[] => [
  { label: 'Copy as curl', onSelect: () => copy(({ toCurl }, request) => toCurl(request)) },
  { label: 'Copy as CLI', onSelect: () => copy(({ toCommand }, request) => toCommand(request, command)) },
]

const copyWorded =
  (request: CopyRequest): Copy =>
  (toText) =>
    void loadWordings().then(
      (wordings) => copyFromMenu(toText(wordings, request)),
      (error: unknown) => toast({ variant: 'error', title: 'Could not copy', content: messageOf(error) }),
    )

/** For the menu of a row. */
export const copyAsRowItems = (request: CopyRequest): MenuItem[] => copyItems(copyWorded(request))

const CopyMenu = ({ copy, command }: { copy: Copy; command?: string | undefined }) => (
  <MenuButton label="Copy as" items={copyItems(copy, command)}>
    Copy as
  </MenuButton>
)

/** *Copy as* for a complete request: that of a confirm modal. */
export const CopyAsButton = ({ request, command }: { request: CopyRequest; command?: string }) => (
  <CopyMenu copy={copyWorded(request)} command={command} />
)

interface CopyAsProps<V extends FieldValues> {
  form: UseFormReturn<V>
  request: (values: V) => CopyRequest
  command?: string
}

/** *Copy as* in a form: the request that it would send now. A form that is not valid says what is wrong instead. */
export const CopyAs = <V extends FieldValues>({ form, request, command }: CopyAsProps<V>) => (
  <CopyMenu
    copy={(toText) => void form.handleSubmit((values) => copyWorded(request(values))(toText))()}
    command={command}
  />
)
