import { expect, test } from 'vitest'
import { routes as ofUsers } from '~/api/operations.gen.ts'
import { operatorRoutes } from '~/api/operator-routes.gen.ts'
import { snakeCase } from '~/lib/format/case.ts'
import { actWords, eventWords } from './act-words.ts'

const routes = { ...ofUsers, ...operatorRoutes }

/** Those that are not recorded, since they change nothing. */
const unkept = /query$|^disk_bulk_write_import$|^device_(access_token|auth_request)$/
const written = Object.entries(routes)
  .flatMap(([method, route]) => (route.startsWith('GET') ? [] : [snakeCase(method)]))
  .filter((operation) => !unkept.test(operation))

test('every operation that changes something reads as a sentence', () => {
  const unread = written.filter(
    (operation) => !/^[A-Z][a-z]+(ed|t|an)\b/.test(actWords({ operation, outcome: 'done' })),
  )
  expect(unread).toEqual([])
})

test('what was not done is not said to be', () => {
  expect(actWords({ operation: 'vpc_subnet_create', outcome: 'done' })).toBe('Created VPC subnet')
  expect(actWords({ operation: 'vpc_subnet_update', outcome: 'refused' })).toBe('Tried to change VPC subnet')
  expect(actWords({ operation: 'instance_stop', outcome: 'running' })).toBe('Began to stop instance')
  expect(eventWords('instance_failed')).toBe('failed')
  expect(eventWords('instance_stop')).toBeUndefined()
})
