import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, NameSortMode, page, resultsPage } from '../paging.ts'
import { dateTime, identity, Name, NameOrId, uuid } from '../values.ts'
import { DeviceAccessToken } from './access-tokens.ts'

export const Password = z.string().max(512).meta({ id: 'Password' })
export type Password = z.infer<typeof Password>

export const User = z
  .object({
    id: uuid,
    display_name: z.string(),
    silo_id: uuid,
    /** Ids of its groups, which saves a request per group. */
    group_ids: z.array(uuid),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const UserBuiltin = z.object(identity).meta({ id: 'UserBuiltin' })
export type UserBuiltin = z.infer<typeof UserBuiltin>

export const UserId = Name.meta({ id: 'UserId' })
export type UserId = z.infer<typeof UserId>

export const UserPassword = z
  .discriminatedUnion('mode', [
    z.object({ mode: z.literal('password'), value: Password }),
    z.object({ mode: z.literal('login_disallowed') }),
  ])
  .meta({ id: 'UserPassword' })
export type UserPassword = z.infer<typeof UserPassword>

export const UserCreate = z.object({ external_id: UserId, password: UserPassword }).meta({ id: 'UserCreate' })
export type UserCreate = z.infer<typeof UserCreate>

/** A browser in which a user is signed in. */
export const ConsoleSession = z
  .object({ id: uuid, time_created: dateTime, time_last_used: dateTime })
  .meta({ id: 'ConsoleSession' })
export type ConsoleSession = z.infer<typeof ConsoleSession>

export const users = defineOperations({
  local_idp_user_create: {
    tag: 'system/silos',
    method: 'post',
    path: '/v1/system/identity-providers/local/users',
    query: z.object({ silo: NameOrId }),
    body: UserCreate,
    cost: 'password',
    answer: [201, User],
  },
  local_idp_user_delete: {
    tag: 'system/silos',
    method: 'delete',
    path: '/v1/system/identity-providers/local/users/{user_id}',
    params: z.object({ user_id: uuid }),
    query: z.object({ silo: NameOrId }),
    answer: [204],
  },
  local_idp_user_set_password: {
    tag: 'system/silos',
    method: 'post',
    path: '/v1/system/identity-providers/local/users/{user_id}/set-password',
    params: z.object({ user_id: uuid }),
    query: z.object({ silo: NameOrId }),
    body: UserPassword,
    cost: 'password',
    answer: [204],
  },
  silo_user_list: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/users',
    query: page(IdSortMode, { silo: NameOrId.optional() }),
    firstPage: ['silo'],
    paginated: true,
    answer: [200, resultsPage(User)],
  },
  silo_user_view: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/users/{user_id}',
    params: z.object({ user_id: uuid }),
    query: z.object({ silo: NameOrId }),
    answer: [200, User],
  },
  user_builtin_list: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/users-builtin',
    query: page(NameSortMode),
    paginated: true,
    answer: [200, resultsPage(UserBuiltin)],
  },
  user_builtin_view: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/users-builtin/{user}',
    params: z.object({ user: NameOrId }),
    answer: [200, UserBuiltin],
  },
  user_list: {
    tag: 'silos',
    method: 'get',
    path: '/v1/users',
    query: page(IdSortMode, { group: uuid.optional() }),
    paginated: true,
    answer: [200, resultsPage(User)],
  },
  user_session_list: {
    tag: 'silos',
    method: 'get',
    path: '/v1/users/{user_id}/sessions',
    params: z.object({ user_id: uuid }),
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(ConsoleSession)],
  },
  user_token_list: {
    tag: 'silos',
    method: 'get',
    path: '/v1/users/{user_id}/access-tokens',
    params: z.object({ user_id: uuid }),
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(DeviceAccessToken)],
  },
  /** Ends the sessions and deletes the access tokens of a user. */
  user_logout: {
    tag: 'silos',
    method: 'post',
    path: '/v1/users/{user_id}/logout',
    params: z.object({ user_id: uuid }),
    answer: [204],
  },
})
