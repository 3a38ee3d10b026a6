import { expect, it } from 'vitest'
import { isSemanticVersion, targetProblem } from './versions.ts'

it('tells semantic versions from other text', () => {
  for (const version of ['0.0.0', '1.2.3', '1.2.3-rc.1', '1.2.3+build.7']) expect(isSemanticVersion(version)).toBe(true)
  for (const text of ['', '1', '1.2', '01.2.3', '1.2.3-01', '1.2.3.4', `1.2.${'9'.repeat(20)}`])
    expect(isSemanticVersion(text)).toBe(false)
})

it('lets nothing older become the target', () => {
  expect(targetProblem('1.0.0', undefined)).toBeUndefined()
  expect(targetProblem('1.10.0', '1.9.0')).toBeUndefined()
  expect(targetProblem('1.9.0', '1.9.0')).toBeUndefined()
  expect(targetProblem('1.9.0+other', '1.9.0')).toBeUndefined()
  expect(targetProblem('1.9.0', '1.10.0')).toBe('1.9.0 is older than the present target release 1.10.0')
  expect(targetProblem('2.0.0-rc.1', '2.0.0')).toBeDefined()
})
