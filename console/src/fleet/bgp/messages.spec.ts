import { expect, test } from 'vitest'
import { messagesOf, mostMessages } from './messages.ts'

const history = (peer: string, said: unknown) => ({
  switchHistories: [{ switch: 'switch0' as const, history: { [peer]: said } }],
})
const at = (second: number) => `2026-01-01T00:00:0${second}.000000Z`

test('messages of this control plane are told in words, the newest first', () => {
  const { messages } = messagesOf(
    history('192.0.2.1', {
      messages: [
        { time: at(0), direction: 'sent', message: { type: 'open', asn: 64512, hold_time: 6 } },
        { time: at(1), direction: 'received', message: { type: 'update', networks: ['a', 'b', 'c', 'd', 'e'] } },
        { time: at(3), direction: 'sent', message: { type: 'notification', reason: 'hold timer expired' } },
      ],
      state_changes: [{ time: at(2), state: 'active', reason: 'link down' }],
      keepalives: { sent: 3, received: 2 },
    }),
  )
  expect(messages.map(({ direction, type, details }) => [direction, type, details])).toEqual([
    ['Sent', 'Notification', 'hold timer expired'],
    ['', 'State', 'active: link down'],
    ['Received', 'Update', 'a, b, c and 2 more'],
    ['Sent', 'Open', 'ASN 64512, hold time 6 s'],
    ['', 'Keepalives', '3 sent, 2 received'],
  ])
  expect(messages[0]).toMatchObject({ switch: 'switch0', peer: '192.0.2.1', time: new Date(at(3)) })
})

test.each([
  ['a text', 'what was said', 'what was said'],
  ['an object', { sent: 3 }, '{"sent":3}'],
  ['nothing', null, 'null'],
  ['a list of other things', [7], '7'],
])('any other history is shown as it came: %s', (_, said, details) => {
  const { messages } = messagesOf(history('192.0.2.1', said))
  expect(messages).toMatchObject([{ details, direction: '', type: '', time: null }])
})

test('long messages are cut, and of very many the newest are listed, each by an id of its own', () => {
  expect(messagesOf(history('a', ['x'.repeat(1000)])).messages[0]!.details).toHaveLength(301)
  const many = Array.from({ length: mostMessages + 5 }, () => ({
    time: at(1),
    direction: 'sent',
    message: { type: 'keepalive' },
  }))
  const { messages, total } = messagesOf(history('a', many))
  expect(total).toBe(mostMessages + 5)
  expect(new Set(messages.map(({ id }) => id)).size).toBe(mostMessages)
})

test('a peer without messages keeps its place', () => {
  const { messages } = messagesOf(history('192.0.2.1', { messages: [], state_changes: [] }))
  expect(messages).toMatchObject([{ peer: '192.0.2.1', switch: 'switch0', details: 'No messages' }])
})
