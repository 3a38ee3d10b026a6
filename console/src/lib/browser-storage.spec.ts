import { afterEach, expect, it, vi } from 'vitest'
import { browserStorage } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

function browserWith(kept: Map<string, string>, most = Infinity): void {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      if (text.length > most) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, text)
    },
    removeItem: (key: string) => kept.delete(key),
  })
}

it('keeps texts and values until they are taken away', () => {
  browserWith(new Map())
  expect(browserStorage.write('theme', 'dark')).toBe(true)
  expect(browserStorage.writeJson('queries', ['a'])).toBe(true)
  expect([browserStorage.read('theme'), browserStorage.readJson('queries')]).toEqual(['dark', ['a']])
  browserStorage.write('theme', null)
  expect([browserStorage.read('theme'), browserStorage.readJson('theme')]).toEqual([null, undefined])
})

it('reads nothing of what is no JSON', () => {
  browserWith(new Map([['queries', '{"half']]))
  expect(browserStorage.readJson('queries')).toBeUndefined()
})

it('says that a full one keeps nothing more, and leaves what was there', () => {
  browserWith(new Map([['form', 'old']]), 5)
  expect(browserStorage.write('form', 'much longer')).toBe(false)
  expect(browserStorage.read('form')).toBe('old')
})

it('does without where the browser refuses', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(browserStorage.write('theme', 'dark')).toBe(false)
  expect([browserStorage.read('theme'), browserStorage.readJson('queries')]).toEqual([null, undefined])
})
