import { expect, test } from 'vitest'
import { untestedProblems } from './tested-operations.ts'

test('an operation that no spec calls by its id is a problem', () => {
  const text = `await admin.call('disk_list', {})\nawait admin.ok(\n  'disk_view')\nconst name = 'ping'`
  expect(untestedProblems(['disk_list', 'disk_view', 'ping'], [{ path: 'x.spec.ts', text }])).toEqual([
    'ping has no test: call it in a spec of its slug',
  ])
})
