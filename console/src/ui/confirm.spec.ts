import { afterEach, expect, test } from 'vitest'
import { asked, confirm } from './confirm.ts'

afterEach(() => asked.set([]))

test('a question that is open about the same thing is not asked twice', async () => {
  const upload = {}
  const first = confirm({ title: 'Cancel upload?', body: '', about: upload })
  const second = confirm({ title: 'Cancel upload?', body: '', about: upload })
  const other = confirm({ title: 'Cancel upload?', body: '', about: {} })
  expect(asked.get()).toHaveLength(2)
  asked.get()[0]!.answer(true)
  asked.get()[0]!.answer(false)
  expect(await Promise.all([first, second, other])).toEqual([true, true, false])
  void confirm({ title: 'Cancel upload?', body: '', about: upload })
  expect(asked.get()).toHaveLength(1)
})

test('a question that no longer applies is withdrawn, and answered with no', async () => {
  const over = new AbortController()
  const answer = confirm({ title: 'Cancel upload?', body: '', signal: over.signal })
  over.abort()
  expect(await answer).toBe(false)
  expect(asked.get()).toEqual([])
  expect(await confirm({ title: 'Cancel upload?', body: '', signal: over.signal })).toBe(false)
})
