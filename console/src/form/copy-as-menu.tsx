import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { fetchCode } from '~/lib/code.ts'
import type { CopyRequest } from '~/lib/copy-as.ts'
import { copyFromMenu } from '~/lib/copy.ts'
import { messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { hasTerraform } from '~/terraform/offered.ts'
import { MenuButton, type MenuItem } from '~/ui/menu.tsx'
import { submitValid } from './form-extras.ts'

type Copy = (toText: (request: CopyRequest) => Promise<string>) => void

const wordings = () => fetchCode(() => import('~/lib/copy-as.ts'))
const terraform = () => fetchCode(() => import('~/terraform/from-request.ts'))

/** Menu items; the code that words the request loads when one is chosen. */
const copyItems = (copy: Copy, command?: string): MenuItem[] => [
  { label: 'Copy as curl', onSelect: () => copy(async (request) => (await wordings()).toCurl(request)) },
  { label: 'Copy as CLI', onSelect: () => copy(async (request) => (await wordings()).toCommand(request, command)) },
]

const terraformItem = (copy: Copy): MenuItem => ({
  label: 'Copy as Terraform',
  onSelect: () => copy(async (request) => (await terraform()).requestToTerraform(request)),
})

const copyWorded =
  (request: CopyRequest): Copy =>
  (toText) =>
    void toText(request).then(copyFromMenu, (error: unknown) =>
      toast({ variant: 'error', title: 'Could not copy', content: messageOf(error) }),
    )

/** For the menu of a row. */
export const copyAsRowItems = (request: CopyRequest): MenuItem[] => copyItems(copyWorded(request))

const CopyMenu = ({ items }: { items: MenuItem[] }) => (
  <MenuButton label="Copy as" items={items}>
    Copy as
  </MenuButton>
)

/** *Copy as* for a complete request: that of a confirm modal. */
export const CopyAsButton = ({ request, command }: { request: CopyRequest; command?: string }) => (
  <CopyMenu items={copyItems(copyWorded(request), command)} />
)

interface CopyAsProps<V extends FieldValues> {
  form: UseFormReturn<V>
  request: (values: V) => CopyRequest
  /** The operation of the request, where it creates something: Terraform may have a resource for it. */
  creates?: string
  command?: string
}

/** *Copy as* in a form: the request that it would send now. A form that is not valid says what is wrong instead. */
export function CopyAs<V extends FieldValues>({ form, request, creates, command }: CopyAsProps<V>) {
  const copy: Copy = (toText) => void submitValid(form, (values) => copyWorded(request(values))(toText))
  const items = copyItems(copy, command)
  return <CopyMenu items={creates && hasTerraform(creates) ? [...items, terraformItem(copy)] : items} />
}
