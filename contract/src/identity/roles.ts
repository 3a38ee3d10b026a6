import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { resultsPage, unsortedPage } from '../paging.ts'

export const RoleName = z
  .string()
  .max(63, { abort: true })
  .regex(/^[a-z-]+\.[a-z-]+$/, 'must be <resource>.<role>')
  .meta({ id: 'RoleName' })
export type RoleName = z.infer<typeof RoleName>

export const Role = z.object({ name: RoleName, description: z.string() }).meta({ id: 'Role' })
export type Role = z.infer<typeof Role>

export const roles = defineOperations({
  role_list: {
    tag: 'roles',
    method: 'get',
    path: '/v1/system/roles',
    query: unsortedPage(),
    paginated: true,
    answer: [200, resultsPage(Role)],
  },
  role_view: {
    tag: 'roles',
    method: 'get',
    path: '/v1/system/roles/{role_name}',
    params: z.object({ role_name: z.string() }),
    answer: [200, Role],
  },
})
