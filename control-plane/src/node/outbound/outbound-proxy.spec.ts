import { expect, it } from 'vitest'
import { proxyFor } from './outbound-proxy.ts'

const PROXY = 'http://proxy.test:3128'
const through = (url: string, NO_PROXY?: string) =>
  proxyFor(new URL(url), { HTTPS_PROXY: PROXY, ...(NO_PROXY !== undefined && { NO_PROXY }) }) === PROXY

it('names no proxy where the environment has none', () => {
  expect(proxyFor(new URL('https://images.test/'), {})).toBeUndefined()
  expect(proxyFor(new URL('https://images.test/'), { HTTPS_PROXY: '' })).toBeUndefined()
  expect(proxyFor(new URL('https://images.test/'), { HTTP_PROXY: PROXY })).toBeUndefined()
  expect(proxyFor(new URL('https://images.test/'), { https_proxy: PROXY })).toBe(PROXY)
})

it.each([
  ['https://images.test/', '', true],
  ['https://images.test/', '*', false],
  ['https://images.test/', 'other.test', true],
  ['https://images.test/', 'other.test, IMAGES.test', false],
  ['https://cdn.images.test/', 'images.test', false],
  ['https://cdn.images.test/', '.images.test', false],
  ['https://cdn.images.test/', '*.images.test', false],
  ['https://notimages.test/', 'images.test', true],
  ['https://images.test:8443/', 'images.test:8443', false],
  ['https://images.test/', 'images.test:8443', true],
  ['https://images.test/', 'images.test:443', false],
  ['https://10.0.0.1/', '10.0.0.1', false],
  ['https://[fd00::1]/', 'fd00::1', false],
])('asks the proxy for %s, with NO_PROXY=%s: %s', (url, except, expected) => {
  expect(through(url, except)).toBe(expected)
})
