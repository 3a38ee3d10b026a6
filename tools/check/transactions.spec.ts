import { expect, test } from 'vitest'
import { transactionProblems } from './transactions.ts'

const problems = (text: string) => transactionProblems([{ path: 'disks.ops.ts', text }])

test.each([
  `await call.transaction(async (tx) => {\n  await insertDisk(tx, row)\n  return find(call.db, id)\n})`,
  `await db.transaction().execute(async (tx) => { await services.db.selectFrom('disks').execute() })`,
  `transaction(async (tx) => findDisk(db, id))`,
])('the outer database inside a transaction: %s', (text) => {
  expect(problems(text)).toHaveLength(1)
})

test.each([
  `await call.transaction(async (tx) => findDisk(tx, id))\nreturn find(call.db, id)`,
  `await call.transaction(async (db) => findDisk(db, id))`,
  `await call.transaction(async (tx) => run({ db: tx }))`,
  `await call.transaction(async (tx) => {\n  // not call.db here\n  await findDisk(tx, id)\n})`,
])('nothing wrong: %s', (text) => {
  expect(problems(text)).toEqual([])
})

test('a problem says where it is', () => {
  expect(problems(`\ntransaction(async (tx) => {\n  find(call.db)\n})`)[0]).toMatch(/^disks\.ops\.ts:3 /)
})
