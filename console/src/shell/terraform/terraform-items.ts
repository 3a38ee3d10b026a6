import type { Project } from '~/api/types.gen.ts'
import { fetchCode } from '~/lib/code.ts'
import type { CopyRequest } from '~/lib/copy-as.ts'
import { copyFromMenu } from '~/lib/copy.ts'
import { messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { hasTerraform } from '~/terraform/offered.ts'
import type { MenuItem } from '~/ui/menu.tsx'

const failed = (error: unknown) => toast({ variant: 'error', title: 'Could not copy', content: messageOf(error) })

const readThings = () => fetchCode(() => import('./read-things.ts'))
const exports = () => fetchCode(() => import('./export-dialog.tsx'))

/** *Copy as Terraform* for the menu of a thing; none where there is no resource. */
export const terraformItems = (view: CopyRequest): MenuItem[] =>
  hasTerraform(view.operation)
    ? [
        {
          label: 'Copy as Terraform',
          onSelect: () =>
            void readThings()
              .then(({ codeOfThing }) => codeOfThing(view))
              .then(copyFromMenu, failed),
        },
      ]
    : []

/** Opens the code of selected rows, each with the request that views it. @param title of their list: `Disks` */
export const exportRows = (title: string, rows: readonly (readonly [row: unknown, view: CopyRequest])[]): void =>
  void exports().then(({ openRows }) => openRows(title, rows), failed)

/** Opens the code of a whole project. */
export const exportProject = (project: Project): void =>
  void exports().then(({ openProject }) => openProject(project), failed)
