import { expect, test } from 'vitest'
import { withEdits } from './with-edits.ts'

test('what was edited is sent as it was edited, the rest as somebody else has made it', () => {
  const began = { name: 'out', target: { type: 'ip', value: '10.0.0.1' }, nets: ['a'], router: null as string | null }
  const now = { name: 'renamed', target: { type: 'drop', value: '' }, nets: ['a', 'b'], router: 'own' }
  expect(withEdits(began, began, now)).toEqual(now)
  expect(withEdits(began, { ...began, nets: [], router: 'mine' }, now)).toEqual({ ...now, nets: [], router: 'mine' })
  expect(withEdits({ ...began, router: 'own' }, began, now).router).toBeNull()
})
