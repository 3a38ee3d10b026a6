import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { planNetwork } from './plan.ts'
import { documents, packetsOf } from './testing/documents.ts'
import { evaluatePlan, type Outcome } from './testing/evaluate-plan.ts'
import { trafficOf } from './testing/traffic-of-document.ts'

const SEED = Number(process.env.SKERRY_FUZZ_SEED ?? 1)

const cases = documents.chain((document) =>
  fc.array(packetsOf(document), { minLength: 20, maxLength: 20 }).map((sent) => ({ document, sent })),
)

test('a plan does with a packet what the document promises', () => {
  const seen: Record<Outcome['kind'], number> = { dropped: 0, delivered: 0, sent: 0 }
  fc.assert(
    fc.property(cases, ({ document, sent }) => {
      const plan = planNetwork(document)
      for (const packet of sent) {
        const outcome = evaluatePlan(plan, packet)
        expect(outcome, JSON.stringify(packet)).toEqual(trafficOf(document, packet))
        seen[outcome.kind] += 1
      }
    }),
    { seed: SEED, numRuns: 1000 },
  )
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50)
})

test('the order of the lists of a document does not matter', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const backwards = {
        ...document,
        subnets: document.subnets.toReversed(),
        routes: document.routes.toReversed(),
        nics: document.nics.toReversed(),
        externalAddresses: document.externalAddresses.toReversed(),
        internetGateways: document.internetGateways.toReversed(),
        addressSets: document.addressSets.toReversed(),
        firewallRules: document.firewallRules.toReversed(),
      }
      expect(planNetwork(backwards)).toEqual(planNetwork(document))
    }),
    { seed: SEED, numRuns: 200 },
  )
})

test.each([
  ['an id', { id: '../../etc' }, 'Not an id'],
  [
    'an address',
    { dns: { domain: 'default', hosts: [{ name: 'web', addresses: ['10.0.0.5\nserver=1.1.1.1'] }] } },
    'Not an address',
  ],
  ['a name', { dns: { domain: 'a\nb', hosts: [] } }, 'Not a DNS name'],
])('a document with something else than %s is refused', (_, more, message) => {
  const [document] = fc.sample(documents, { seed: SEED, numRuns: 1 })
  expect(() => planNetwork({ ...document!, ...more })).toThrow(message)
})
