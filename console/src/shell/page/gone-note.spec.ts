import { expect, test } from 'vitest'
import type { Crumb } from '../paths/crumbs.ts'
import type { Path } from '../paths/path.ts'
import { findGone } from './gone-note.tsx'

const crumb = (label: string, to: string): Crumb => ({ label, to: to as Path })
const trail = [crumb('Disks', '/projects/p/disks'), crumb('data', '/projects/p/disks/data')]
const notFound = (selector?: string) => ({ errorCode: 'ObjectNotFound', message: 'no longer there', selector })

test('a page knows that its own thing is gone, and no other one', () => {
  expect(findGone(trail, notFound('data'))).toEqual({ name: 'data', list: trail[0] })
  expect(findGone(trail, notFound('web'))).toBeUndefined()
  expect(findGone(trail, notFound())).toBeUndefined()
  expect(findGone(trail, { message: 'not found: disk with name "data"', selector: 'data' })).toBeUndefined()
  const byId = [trail[0]!, crumb('data', '/projects/p/disks/7-1')]
  expect(findGone(byId, notFound('7-1'))?.name).toBe('data')
})
