import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'

export const sshKeysSource: ListSource<'currentUserSshKeyList'> = { method: 'currentUserSshKeyList' }

export const sshKeyQuery = (sshKey: string) => apiQuery('currentUserSshKeyView', { path: { sshKey } })
