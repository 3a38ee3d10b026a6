import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test.each(['/projects/web/instances?sort=name_descending#x', '/', '/settings/profile'])('%s is gone back to', (path) =>
  expect(returnPath(path)).toBe(path),
)

test.each([
  undefined,
  '',
  'projects',
  'https://other.example/',
  '//other.example',
  '/\\other.example',
  '/\t/other.example',
  '/.//other.example',
  '/x/..//other.example',
  '/%2e//other.example',
  'javascript:alert(1)',
])('%j is no place of ours', (path) => expect(returnPath(path)).toBe('/projects'))
