import { afterEach, expect, test } from 'vitest'
import { chaos, chaosKinds, failureOf, readChaos } from './chaos.ts'

afterEach(() => chaos.set({ rate: 0, kinds: chaosKinds }))

const outcomes = () =>
  Array.from({ length: 200 }, () => {
    const { delayMs, answer } = failureOf('/v1/projects')
    return answer?.status ?? (delayMs > 0 ? 'slow' : 'fine')
  })

test('is off by default', () => {
  readChaos('?sort=id_ascending')
  expect(new Set(outcomes())).toEqual(new Set(['fine']))
})

test('fails a part of the requests in each way, and the same ones for the same seed', () => {
  readChaos('?chaos=0.4&seed=7')
  const first = outcomes()
  expect(new Set(first)).toEqual(new Set(['fine', 'slow', 401, 403, 404, 500]))
  const fine = first.filter((outcome) => outcome === 'fine').length
  expect(fine).toBeGreaterThan(90)
  expect(fine).toBeLessThan(150)
  readChaos('?chaos=0.4&seed=7')
  expect(outcomes()).toEqual(first)
  readChaos('?chaos=0.4&seed=8')
  expect(outcomes()).not.toEqual(first)
})

test('takes the kinds that are asked for, and answers as the server does', async () => {
  readChaos('?chaos=1&kinds=404')
  const { answer } = failureOf('/v1/projects')
  expect(answer?.status).toBe(404)
  expect(await answer?.json()).toEqual({
    request_id: 'chaos',
    error_code: 'ObjectNotFound',
    message: 'Chaos mode answered 404',
  })
})

test('spares signing in and out', () => {
  readChaos('?chaos=1&kinds=500')
  expect(failureOf('/v1/login/default/local')).toEqual({ delayMs: 0 })
  expect(failureOf('/v1/logout')).toEqual({ delayMs: 0 })
})
