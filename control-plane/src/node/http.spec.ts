import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listen } from './http.ts'

const slow = async () => {
  await delay(300)
  return new Response('done')
}

test('a running request ends in peace, a new one is turned away', async () => {
  const listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', slow)
  const address = `http://127.0.0.1:${listener.port}`
  const running = fetch(address)
  await new Promise((resolve) => listener.server.once('request', resolve))
  const closed = listener.close(10_000)
  await expect(fetch(address, { headers: { connection: 'close' } })).rejects.toThrow('fetch failed')
  expect(await (await running).text()).toBe('done')
  await closed
})

test('a request that outlasts the limit is cut off', async () => {
  const listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', () => new Promise<Response>(() => undefined))
  const running = fetch(`http://127.0.0.1:${listener.port}`)
  running.catch(() => undefined)
  await new Promise((resolve) => listener.server.once('request', resolve))
  await listener.close(100)
  await expect(running).rejects.toThrow('fetch failed')
})

test('the answer learns who asks', async () => {
  const listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', (_, peer) => Response.json(peer))
  expect(await (await fetch(`http://127.0.0.1:${listener.port}`)).json()).toEqual({ remoteAddress: '127.0.0.1' })
  await listener.close(0)
})
