import { expect, test } from 'vitest'
import { findGone } from './refresh-note.tsx'
import type { Crumb } from './crumbs.ts'

const trail = [
  { label: 'Disks', to: '/projects/p/disks' },
  { label: 'data', to: '/projects/p/disks/data' },
] as Crumb[]
const notFound = (message: string) => ({ errorCode: 'ObjectNotFound', message })

test('a page knows that its own thing is gone, and no other one', () => {
  expect(findGone(trail, notFound('Not found: disk with name "data"'))).toEqual({ name: 'data', list: trail[0] })
  expect(findGone(trail, notFound('Not found: instance with name "web"'))).toBeUndefined()
  expect(findGone(trail, { message: 'disk with name "data"' })).toBeUndefined()
  const byId = [trail[0]!, { label: 'data', to: '/projects/p/disks/7-1' } as Crumb]
  expect(findGone(byId, notFound('Not found: disk with id "7-1"'))?.name).toBe('data')
})
