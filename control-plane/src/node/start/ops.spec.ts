import { expect, test } from 'vitest'
import { localOnly } from './ops.ts'

const answer = localOnly(() => new Response('figures'))
const status = async (host: string) =>
  (await answer(new Request(`http://${host}/_ops/metrics`), { remoteAddress: '127.0.0.1', secure: false })).status

test.each(['localhost:9464', '127.0.0.1:9464', '[::1]:9464', 'LOCALHOST'])('%s is this machine', async (host) => {
  expect(await status(host)).toBe(200)
})

test.each(['elsewhere.example:9464', 'localhost.elsewhere.example', '127.0.0.1.elsewhere.example'])(
  'a page that has %s resolve to this machine gets nothing',
  async (host) => {
    expect(await status(host)).toBe(403)
  },
)
