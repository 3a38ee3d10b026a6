import { expect, test } from 'vitest'
import { versionProblems } from './exact-versions.ts'

const problems = (dependencies: object) =>
  versionProblems([{ path: 'package.json', text: JSON.stringify(dependencies) }], new Set(['@skerry/contract']))

test.each(['^1.2.3', '~1.2.3', '1.x', '*', 'latest', '>=1.0.0', 'file:../other', 'github:a/b', '1.2'])(
  '%s is refused',
  (version) => {
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
      expect(problems({ [kind]: { some: version } })).toEqual([
        `package.json: some is "${version}": name one exact version`,
      ])
  },
)

test('a release, also one before another, and a workspace pass', () => {
  expect(problems({ dependencies: { some: '1.2.3', next: '18.4.0-beta.17', '@skerry/contract': '*' } })).toEqual([])
})
