import { expect, test } from 'vitest'
import { citedPathProblems } from './cited-paths.ts'

const there = new Set(['docs/operating.md', 'console/src/routes/projects/$project/route.tsx', 'tools/check'])
const problems = (text: string, path = 'docs/page.md') =>
  citedPathProblems([{ path, text }], (cited) => there.has(cited.replace(/\/$/, '')))

test.each(['See `contract/src/gone.ts`.', 'See [operating](./gone.md).', 'See `GONE.md`.', '\n\n![](gone.png)'])(
  'a path that is gone: %j',
  (text) => {
    expect(problems(text)).toHaveLength(1)
  },
)

test.each([
  'See `console/src/routes/projects/$project/route.tsx` and `tools/check/`.',
  'See [operating](operating.md#upgrading) and [the site](https://example.org/x) and [below](#below).',
  'A pattern such as `control-plane/src/<wing>/<slug>/`, a word `and/or`, a build `console/dist`.',
])('nothing wrong: %j', (text) => {
  expect(problems(text)).toEqual([])
})
