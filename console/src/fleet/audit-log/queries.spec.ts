import { expect, test } from 'vitest'
import { auditFilters, auditSearch, queryOf } from './queries.ts'

test('filters are read from a URL, and what cannot be one is left out', () => {
  expect(auditFilters({ actor: 'a', outcome: 'refused', since: '2026-01-01T00:00:00Z' })).toEqual({
    actor: 'a',
    outcome: 'refused',
    since: '2026-01-01T00:00:00Z',
  })
  expect(auditFilters({ actor: 7, silo: '', outcome: 'never', since: 'yesterday', other: 'x' })).toEqual({})
  expect(auditSearch({ sort: 'time_created_ascending', target: 't' })).toEqual({
    sort: 'time_created_ascending',
    target: 't',
  })
})

test('are asked for as the API has them', () => {
  expect(queryOf({ since: '2026-01-01T00:00:00Z', silo: 's' })).toMatchObject({
    startTime: new Date('2026-01-01T00:00:00Z'),
    siloId: 's',
    actorId: undefined,
  })
})
