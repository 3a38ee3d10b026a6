import { expect, it } from 'vitest'
import { sagaDefinitions } from '../sagas.ts'
import { describePairs } from './saga-pairs.ts'
import { scenarios } from './saga-scenarios.ts'

/** These work on what no other saga has anything to do with; a bundle is collected and deleted in its own tests. */
const ALONE = ['networking-declare', 'rollout', 'sled-add', 'support-bundle-collect', 'support-bundle-delete']

it('There is a way to begin each saga', () => {
  const known = new Set([...scenarios.map(({ saga }) => saga), ...ALONE])
  expect(sagaDefinitions.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

describePairs(scenarios.filter(({ saga, needs }) => saga !== 'instance-create' && (needs.instance || needs.vpc)))
