import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { alertClasses } from '../../contract/src/rules/alert-classes.ts'
import { help } from '../../control-plane/src/node/start/configuration.ts'
import { faultKinds } from '../../control-plane/src/platform/interface/faults.ts'
import { root } from '../lib/repository.ts'

/** The names that a page of the guide does not have in backticks. */
function missingIn(page: string, names: readonly string[]): string[] {
  const text = readFileSync(join(root, page), 'utf8')
  return names.filter((name) => !text.includes(`\`${name}\``))
}

it('the guide lists every flag and environment variable', () => {
  const names = help.match(/--[a-z-]+|\b[A-Z]+_[A-Z_]+\b/g) ?? []
  expect(names.length).toBeGreaterThan(15)
  expect(missingIn('docs/operating.md', names)).toEqual([])
})

it('the guide lists every alert class', () => {
  const names = alertClasses.map(({ name }) => name)
  expect(missingIn('docs/operating/alerts.md', names)).toEqual([])
})

it('the guide lists every fault of the simulator', () => {
  expect(missingIn('docs/operating/simulator.md', faultKinds)).toEqual([])
})
