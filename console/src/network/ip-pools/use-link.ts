import { useRef } from 'react'
import { apiCall } from '~/api/queries.ts'
import { messageOf } from '~/lib/errors.ts'

interface NewLink {
  /** Name or id, and the silo's alike. */
  pool: string
  silo: string
  isDefault: boolean
}

export const linkRequest = ({ pool, silo }: NewLink) => ({ path: { pool }, body: { silo, isDefault: false } })

/** Links a pool to a silo for a form that may retry: an existing link is not created again. */
export function useLink(): (link: NewLink) => Promise<void> {
  const made = useRef<string | null>(null)
  return async (link) => {
    const { pool, silo, isDefault } = link
    const key = `${pool} ${silo}`
    if (made.current !== key) {
      await apiCall('ipPoolSiloLink', linkRequest(link))
      made.current = key
    }
    if (!isDefault) return
    // Of its own, since it takes the place of another default, which a new link does not.
    await apiCall('ipPoolSiloUpdate', { path: { pool, silo }, body: { isDefault } }).catch((error: unknown) => {
      throw new Error(`${silo} is linked, but ${pool} is not its default: ${messageOf(error)}`)
    })
  }
}
