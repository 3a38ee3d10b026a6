import { expect, it } from 'vitest'
import { alertClasses, coversClass, patternsCovering } from './alert-classes.ts'

it.each([
  ['instance.failed', 'instance.failed', true],
  ['instance.failed', 'instance.failed_again', false],
  ['instance.*', 'instance.failed', true],
  ['instance.*', 'instance', false],
  ['instance.*', 'instance.a.b', false],
  ['*.failed', 'instance.failed', true],
  ['*', 'probe', true],
  ['*', 'instance.failed', false],
  ['**', 'probe', true],
  ['**', 'instance.failed', true],
  ['instance.**', 'instance.a.b', true],
  ['instance.**', 'instance', false],
  ['**.failed', 'a.b.failed', true],
  ['**.failed', 'failed', false],
  ['**.b.**', 'a.b.b.c', true],
  ['**.**', 'probe', false],
  ['Instance.failed', 'instance.failed', false],
])('%s covers %s: %s', (pattern, name, covers) => {
  expect(coversClass(pattern, name)).toBe(covers)
})

it('knows each pattern once', () => {
  expect(patternsCovering('a').toSorted()).toEqual(['*', '**', 'a'])
  expect(patternsCovering('a.b')).toHaveLength(10)
  const patterns = patternsCovering('a.b.c')
  expect(new Set(patterns).size).toBe(patterns.length)
})

it('has its classes by name', () => {
  const names = alertClasses.map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
})
