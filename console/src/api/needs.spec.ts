import type { OperationId } from '@skerry/contract/operations.ts'
import { permissions } from '@skerry/contract/rules/permission-table.ts'
import { expect, test } from 'vitest'
import { needsOf } from './needs.ts'
import { operatorRoutes } from './operator-routes.gen.ts'
import { addRoutes } from './routes.ts'

addRoutes(operatorRoutes)

test.each(Object.entries(permissions))('%s requires what the table of permissions says', (operation, needs) => {
  expect(needsOf(operation as OperationId)).toEqual(needs)
})
