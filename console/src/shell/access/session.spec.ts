import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { refreshAfter } from '~/api/queries.ts'
import { queryClient } from '~/api/query-client.ts'
import { meQuery, systemPolicyQuery } from './session.ts'

test('whether the system is open to the user is asked again after a change of roles', async () => {
  let fleetViewer = false
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json(url.startsWith('/v1/me') ? { fleet_viewer: fleetViewer } : { role_assignments: [] })),
  )
  const policy = new QueryObserver(queryClient, systemPolicyQuery)
  const leave = [policy.subscribe(() => {}), new QueryObserver(queryClient, meQuery).subscribe(() => {})]
  await vi.waitUntil(() => policy.getCurrentResult().isSuccess, { timeout: 60_000 })
  expect(policy.getCurrentResult().data).toBeNull()
  fleetViewer = true
  await refreshAfter('systemPolicyUpdate')
  expect(policy.getCurrentResult().data).toEqual({ roleAssignments: [] })
  for (const each of leave) each()
})
