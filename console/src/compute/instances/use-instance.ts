import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Instance } from '~/api/types.gen.ts'
import { instanceQuery, type InstanceParams } from './queries.ts'

/** The instance of the URL, as the page around reads it. */
export function useInstance(): { params: InstanceParams; instance: Instance } {
  const params = useParams({ from: '/_app/projects/$project/instances/$instance' })
  const { data: instance } = useSuspenseQuery(instanceQuery(params))
  return { params, instance }
}
