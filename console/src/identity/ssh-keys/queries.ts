import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list.ts'

// Apart from the pages that show them: what a loader needs is loaded at once, a page only when it is opened.
export const sshKeysSource: ListSource<'currentUserSshKeyList'> = { method: 'currentUserSshKeyList' }

export const sshKeyQuery = (sshKey: string) => apiQuery('currentUserSshKeyView', { path: { sshKey } })
