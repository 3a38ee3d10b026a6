import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '~/api/query-client.ts'
import { fromWire, toWire } from '~/api/wire.ts'
import { type AllowListValues, saveAllowList } from '~/fleet/allow-list/allow-list-values.ts'
import { type SetValues } from '~/fleet/bgp/announcements.ts'
import { changeRule } from '~/network/firewall-rules/rules-update.ts'
import type { ConflictError } from '~/shell/conflict/conflict.tsx'
import { forms, otherRule, rule, ruleAnswer, wire } from './conflict-safe-forms.cases.ts'
import type { Form } from './conflict-safe-forms.kit.ts'

/** A server that has one thing. */
interface Server {
  thing: unknown
  version: number
  /** Makes the other change, at the time of the test's choice. */
  beforeWrite?: (() => void) | undefined
}
let server: Server

function serve({ answers, ofBody }: Form<unknown>, sendsETags: boolean): void {
  const answer = (thing: object) =>
    new Response(stringifyJson(toWire(thing)), {
      headers: { 'content-type': 'application/json', ...(sendsETags && { etag: `"${server.version}"` }) },
    })
  vi.stubGlobal('fetch', async (input: string, { method, headers, body: sent }: RequestInit) => {
    await Promise.resolve()
    if (method === 'GET') {
      if (input.endsWith('/bgp-announce-set')) return answer([{ ...(server.thing as SetValues), id: 'set' }])
      return answer(answers(server.thing))
    }
    server.beforeWrite?.()
    const expected = new Headers(headers).get('if-match')
    if (expected && expected !== `"${server.version}"`) return Response.json({ message: 'changed' }, { status: 412 })
    server.thing = ofBody(fromWire(JSON.parse(sent as string)) as never, server.thing)
    server.version += 1
    return answer(answers(server.thing))
  })
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  return () => queryClient.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The same for lists in any order. */
const unordered = (thing: unknown): unknown => {
  if (Array.isArray(thing)) return thing.map((each) => JSON.stringify(wire(each))).toSorted()
  if (thing === null || typeof thing !== 'object') return thing
  return Object.fromEntries(Object.entries(thing).map(([name, value]) => [name, unordered(value)]))
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(unordered(one)) === JSON.stringify(unordered(other))

/** When the other change is written, and whether the server holds a write to what was read. */
const moments = [
  ['before the form reads again, with ETags', true, true],
  ['before the form reads again, without ETags', false, true],
  ['between reading and writing', true, false],
] as const

describe.each(forms)('$name', (each) => {
  const { start, edits, save } = each
  const pairs = edits.flatMap((mine, one) => edits.map((theirs, other) => [mine, theirs, one, other] as const))

  test.each(moments)('%s', async (_, sendsETags, isBefore) => {
    for (const [mine, theirs, one, other] of pairs) {
      serve(each, sendsETags)
      const theirThing = theirs.make(start)
      const change = () => {
        server = { thing: theirThing, version: server.version + 1 }
      }
      server = { thing: start, version: 1, beforeWrite: isBefore ? undefined : change }
      if (isBefore) change()

      const pair = `${mine.part} (${one}) onto ${theirs.part} (${other})`
      const conflict = await save(start, mine.make(start)).then(
        () => undefined,
        (error: ConflictError<unknown>) => error,
      )
      const afterFirst = server.thing
      // What "Reapply my change" does.
      if (conflict) await save(conflict.fresh, conflict.merged)

      const wanted = unordered(mine.make(theirThing))
      const isClash = mine.part === theirs.part && !isEqual(mine.make(start), theirThing)
      expect(unordered(server.thing), pair).toEqual(wanted)
      expect(unordered(afterFirst), pair).toEqual(isClash ? unordered(theirThing) : wanted)
      const sides = conflict?.clashes.map((clash) => [clash.mine, clash.theirs])
      expect(sides?.length, pair).toBe(isClash ? 1 : undefined)
      expect(new Set(sides?.flat()).size, pair).toBe(isClash ? 2 : 0)
    }
  })
})

test('a rule that one deletes and the other changes is asked about, either way', async () => {
  const ruleForm = forms.find(({ name }) => name === 'firewall rule')!
  const changed = { ...rule, priority: 11 }
  serve(ruleForm, true)
  server = { thing: changed, version: 1 }
  const deletion = await changeRule('vpc', rule, undefined).catch((error: unknown) => error)
  expect((deletion as ConflictError<unknown>).clashes).toEqual([
    {
      label: 'Firewall rule north',
      before: 'Allow inbound, priority 10, enabled, Subnet default, 80, TCP, IP 192.0.2.1',
      theirs: 'Allow inbound, priority 11, enabled, Subnet default, 80, TCP, IP 192.0.2.1',
    },
  ])
  serve({ ...ruleForm, answers: () => ({ rules: [ruleAnswer(otherRule)] }) }, true)
  const change = await changeRule('vpc', rule, changed).catch((error: unknown) => error)
  expect(change).toMatchObject({ fresh: undefined, merged: changed })
})

test('any address and a network added to a list are asked about as a whole', async () => {
  serve(
    forms.find(({ name }) => name === 'allow list, any or some')!,
    false,
  )
  server = { thing: { allow: 'any', networks: [] }, version: 1 }
  const base: AllowListValues = { allow: 'list', networks: ['192.0.2.0/24'] }
  const mine: AllowListValues = { allow: 'list', networks: ['192.0.2.0/24', '203.0.113.0/24'] }
  const error = await saveAllowList(base, mine).catch((thrown: unknown) => thrown)
  expect((error as ConflictError<unknown>).clashes).toEqual([
    {
      label: 'Take requests from',
      before: '192.0.2.0/24',
      mine: '192.0.2.0/24, 203.0.113.0/24',
      theirs: 'any address',
    },
  ])
  expect(server.thing).toEqual({ allow: 'any', networks: [] })
})
