import { expect, it } from 'vitest'
import { sagaDefinitions } from '../sagas.ts'
import { describePairs } from './saga-pairs.ts'
import { scenarios } from './saga-scenarios.ts'

/** These share no resource with other sagas; fetches, support bundles and changes of pools have their own tests. */
const ALONE = [
  'image-fetch',
  'networking-declare',
  'rollout',
  'sled-add',
  'support-bundle-collect',
  'support-bundle-delete',
  'vpcs-declare',
]

it('each saga has a scenario', () => {
  const known = new Set([...scenarios.map(({ saga }) => saga), ...ALONE])
  expect(sagaDefinitions.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

describePairs(scenarios.filter(({ saga, needs }) => saga !== 'instance-create' && (needs.instance || needs.vpc)))
