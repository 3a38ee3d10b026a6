import { afterEach, expect, test } from 'vitest'
import { confirm, dropQuestions, isBeforeRequest, questions } from './confirm.ts'

afterEach(() => questions.set([]))

test('a question that is open about the same thing is not asked twice', async () => {
  const upload = {}
  const first = confirm({ title: 'Cancel upload?', body: '', about: upload })
  const second = confirm({ title: 'Cancel upload?', body: '', about: upload })
  const other = confirm({ title: 'Cancel upload?', body: '', about: {} })
  expect(questions.get()).toHaveLength(2)
  questions.get()[0]!.answer(true)
  questions.get()[0]!.answer(false)
  expect(await Promise.all([first, second, other])).toEqual([true, true, false])
  void confirm({ title: 'Cancel upload?', body: '', about: upload })
  expect(questions.get()).toHaveLength(1)
})

test('a question that no longer applies is withdrawn, and answered with no', async () => {
  const over = new AbortController()
  const answer = confirm({ title: 'Cancel upload?', body: '', signal: over.signal })
  over.abort()
  expect(await answer).toBe(false)
  expect(questions.get()).toEqual([])
  expect(await confirm({ title: 'Cancel upload?', body: '', signal: over.signal })).toBe(false)
})

test('a form waits for no answer while it asks before it sends', () => {
  const [title, body] = ['Replace settings', '']
  expect(isBeforeRequest({ title, body })).toBe(true)
  expect(isBeforeRequest({ title, body, action: () => Promise.resolve() })).toBe(false)
  expect(isBeforeRequest({ title, body, signal: new AbortController().signal })).toBe(false)
})

test('a page that is left takes its questions along, except running and owned ones', async () => {
  const owned = confirm({ title: 'Cancel upload?', body: '', signal: new AbortController().signal })
  const { promise, resolve } = Promise.withResolvers<void>()
  void confirm({ title: 'Stop instance', body: '', action: () => promise })
  void questions.get()[1]!.action!()
  const asked = confirm({ title: 'Delete disk', body: '', action: () => Promise.resolve() })
  const before = confirm({ title: 'Replace settings', body: '' })
  dropQuestions()
  expect(await Promise.all([asked, before])).toEqual([false, false])
  expect(questions.get().map(({ title }) => title)).toEqual(['Cancel upload?', 'Stop instance'])
  resolve()
  await promise
  questions.get()[0]!.answer(true)
  expect(await owned).toBe(true)
})
