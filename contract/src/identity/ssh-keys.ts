import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { MAX_PUBLIC_KEY_BYTES } from '../rules/ssh-keys.ts'
import { bounded, identity, NameOrId, newIdentity, uuid } from '../values.ts'

export const SshKey = z.object({ ...identity, public_key: z.string(), silo_user_id: uuid }).meta({ id: 'SshKey' })
export type SshKey = z.infer<typeof SshKey>

export const SshKeyCreate = z
  .object({ ...newIdentity, public_key: bounded(MAX_PUBLIC_KEY_BYTES) })
  .meta({ id: 'SshKeyCreate' })
export type SshKeyCreate = z.infer<typeof SshKeyCreate>

export const sshKeys = defineOperations({
  current_user_ssh_key_list: {
    tag: 'current-user',
    method: 'get',
    path: '/v1/me/ssh-keys',
    query: page(NameOrIdSortMode),
    paginated: true,
    answer: [200, resultsPage(SshKey)],
  },
  current_user_ssh_key_create: {
    tag: 'current-user',
    method: 'post',
    path: '/v1/me/ssh-keys',
    body: SshKeyCreate,
    answer: [201, SshKey],
  },
  current_user_ssh_key_view: {
    tag: 'current-user',
    method: 'get',
    path: '/v1/me/ssh-keys/{ssh_key}',
    params: z.object({ ssh_key: NameOrId }),
    answer: [200, SshKey],
  },
  current_user_ssh_key_delete: {
    tag: 'current-user',
    method: 'delete',
    path: '/v1/me/ssh-keys/{ssh_key}',
    params: z.object({ ssh_key: NameOrId }),
    answer: [204],
  },
})
