import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { use } from 'react'
import { GoneAround } from '~/ui/page-header.tsx'
import { isNotFound } from '~/ui/read-failure.tsx'
import { refreshOf } from '../page/reads.ts'

/** The pages inside a thing, such as a project: all of them show that it, or what it is in, no longer exists. */
export function AreaOutlet<T, K extends QueryKey>({ of }: { of: UseQueryOptions<T, Error, T, K> }) {
  const read = useQuery(of)
  const around = use(GoneAround)
  return (
    <GoneAround value={around ?? (isNotFound(read.error) ? refreshOf(read) : undefined)}>
      <Outlet />
    </GoneAround>
  )
}
