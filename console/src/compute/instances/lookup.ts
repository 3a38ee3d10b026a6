import { isUuid } from '@skerry/contract/rules/names.ts'
import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { apiQuery } from '~/api/queries.ts'

const expected = 'a lookup that fails is an answer'

/** Leads from an instance's id to its page. Any failure, a name included, is the not-found page. */
export async function lookUpInstance(queryClient: QueryClient, id: string): Promise<never> {
  if (!isUuid(id)) throw notFound()
  const found = await find(queryClient, id).catch(() => {
    throw notFound()
  })
  throw redirect({ to: '/projects/$project/instances/$instance/storage', params: found, replace: true })
}

async function find(queryClient: QueryClient, id: string): Promise<{ project: string; instance: string }> {
  const instance = await queryClient.fetchQuery(apiQuery('instanceView', { path: { instance: id } }, { expected }))
  const project = await queryClient.fetchQuery(
    apiQuery('projectView', { path: { project: instance.projectId } }, { expected }),
  )
  return { project: project.name, instance: instance.name }
}
