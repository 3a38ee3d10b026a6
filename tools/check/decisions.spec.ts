import { expect, test } from 'vitest'
import { decisionProblems } from './decisions.ts'

const row = '| 2 | [Work is a saga](0002-sagas.md) | holds |'
const problems = (index: string, heading = '# 2. Work is a saga', path = 'docs/adr/0002-sagas.md') =>
  decisionProblems([
    { path: 'docs/adr/README.md', text: `| number | title | state |\n| --- | --- | --- |\n${index}\n` },
    { path, text: `${heading}\n\nText.\n` },
    { path: 'docs/security.md', text: '# Security\n' },
  ])

test('a decision that the index lists', () => {
  expect(problems(row)).toEqual([])
})

test('a decision that the index lacks', () => {
  expect(problems('')).toEqual(['docs/adr/README.md has no row for 2 [Work is a saga](0002-sagas.md)'])
})

test.each([
  ['another title', row, '# 2. Work of several steps is a saga', undefined],
  ['another number in the heading', row, '# 3. Work is a saga', undefined],
  ['another file', row, undefined, 'docs/adr/0002-work.md'],
])('a row with %s', (_, index, heading, path) => {
  expect(problems(index, heading, path)).toHaveLength(2)
})

test('a number of two decisions', () => {
  const two = ['sagas', 'work'].map((name) => ({ path: `docs/adr/0002-${name}.md`, text: `# 2. Of ${name}\n` }))
  const rows = ['sagas', 'work'].map((name) => `| 2 | [Of ${name}](0002-${name}.md) | holds |\n`).join('')
  const index = { path: 'docs/adr/README.md', text: rows }
  expect(decisionProblems([index, ...two])).toEqual(['docs/adr has more than one decision 2'])
})

test('a row without a decision', () => {
  expect(problems(`${row}\n| 3 | [The platform](0003-platform.md) | holds |`)).toEqual([
    'docs/adr/README.md lists 3 [The platform](0003-platform.md), which is no decision',
  ])
})
