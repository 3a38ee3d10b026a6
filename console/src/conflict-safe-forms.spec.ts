import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Method, RequestOf } from '~/api/queries.ts'
import { queryClient } from '~/api/query-client.ts'
import type { Change } from '~/api/stale.ts'
import { fromWire, toWire } from '~/api/wire.ts'
import { updateInstance, type Written } from '~/compute/instances/instance-update.ts'
import { mergeReceivers } from '~/fleet/alerts/receiver-edit.tsx'
import { type AllowListValues, saveAllowList } from '~/fleet/allow-list/allow-list-values.ts'
import { type Announcement, type SetValues, updateSet } from '~/fleet/bgp/announcements.ts'
import { saveLongestLife } from '~/identity/auth-settings/longest-life.ts'
import { ownSilo } from '~/identity/policies/holders.ts'
import { changeRole } from '~/identity/policies/role-change.ts'
import { updateQuotas } from '~/identity/quotas/quotas-update.ts'
import type { Amounts } from '~/identity/utilization/resources.ts'
import { type RuleValues, ruleOf } from '~/network/firewall-rules/rule-values.ts'
import { changeRule } from '~/network/firewall-rules/rules-update.ts'
import { mergeInterfaces } from '~/network/network-interfaces/edit-interface.tsx'
import { mergeRoutes, type RouteValues } from '~/network/routers/route-fields.tsx'
import { mergeSubnets } from '~/network/subnets/subnet-forms.tsx'
import { mergeVpcs } from '~/network/vpcs/vpc-forms.tsx'
import type { ConflictError } from '~/shell/conflict.tsx'
import { mergeNames } from '~/shell/edit-names.tsx'
import { writeMerged } from '~/shell/rewrite.ts'
import type { Merge } from '~/shell/three-way.ts'

/** A change of one field or row. */
interface Edit<T> {
  /** Two edits of the same part clash, unless they are the same. */
  part: string
  make: (thing: T) => T
}

interface Form<T> {
  name: string
  start: T
  edits: Edit<T>[]
  save: (base: T, mine: T) => Promise<unknown>
  /** What the server answers and takes for a thing. */
  answers: (thing: T) => object
  ofBody: (body: never, before: T) => T
}

type Json = Record<string, unknown>

/** One field with two values that it may be set to. */
const field = <T extends object, F extends keyof T & string>(name: F, one: T[F], other: T[F], part = name as string) =>
  [one, other].map((value) => ({ part, make: (thing: T): T => ({ ...thing, [name]: value }) }))

/** A list of plain values: two that may be added, and the one at the start that may be removed. */
const list = <T extends object, F extends keyof T & string>(name: F, first: unknown, ...added: unknown[]) => {
  const of = (thing: T) => thing[name] as unknown[]
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return [
    {
      part: `${name} first`,
      make: (thing: T): T => ({ ...thing, [name]: of(thing).filter((row) => !same(row, first)) }),
    },
    ...added.map((row) => ({
      part: `${name} ${JSON.stringify(row)}`,
      make: (thing: T): T => ({ ...thing, [name]: [...of(thing).filter((each) => !same(each, row)), row] }),
    })),
  ]
}

const names = <T extends { name: string; description: string }>(): Edit<T>[] => [
  ...field<T, 'name'>('name', 'east' as T['name'], 'west' as T['name']),
  ...field<T, 'description'>('description', 'Mine' as T['description'], '' as T['description']),
]

const same = (thing: unknown) => thing as Json
const body = (sent: never) => sent

/** A form whose thing is read and written with the same fields. */
function panel<T extends object, V extends Method, M extends Change>(
  name: string,
  view: V,
  update: M,
  path: object,
  start: T,
  merge: Merge<T>,
  edits: Edit<T>[],
): Form<T> {
  const at = { path }
  const read = (answer: unknown) => answer as T
  const write = {
    view,
    at: at as RequestOf<V>,
    update,
    read,
    merge,
    request: (sent: T) => ({ ...at, body: sent }) as RequestOf<M>,
  }
  return { name, start, edits, save: (base, mine) => writeMerged(write, base, mine), answers: same, ofBody: body }
}

const form = <T>(of: Form<T>) => of as unknown as Form<unknown>

const named = { name: 'north', description: 'Theirs' }
const wire = (thing: unknown) => toWire(thing) as Json

const announcement = (network: string, block: string): Announcement => ({ network, block, lot: `lot-${block}` })
const announced = (network: string, block: string | null): Edit<SetValues> => ({
  part: network,
  make: (set) => ({
    ...set,
    announcements: [
      ...set.announcements.filter((each) => each.network !== network),
      ...(block ? [announcement(network, block)] : []),
    ],
  }),
})

const rule: RuleValues = {
  ...named,
  enabled: true,
  action: 'allow',
  direction: 'inbound',
  priority: 10,
  targets: [{ type: 'subnet', value: 'default' }],
  ports: ['80'],
  protocols: [{ type: 'tcp' }],
  hosts: [{ type: 'ip', value: '192.0.2.1' }],
}
const otherRule = { ...rule, name: 'other' }
const ruleAnswer = (values: RuleValues) => ({ ...ruleOf(values), id: values.name, vpcId: 'vpc' })

const policyOf = (own: readonly string[]) => [
  { identityId: 'other', identityType: 'silo_user', roleName: 'admin' },
  ...own.map((roleName) => ({ identityId: 'mara', identityType: 'silo_user', roleName })),
]

const route: RouteValues = {
  ...named,
  destinationType: 'ip_net',
  destination: '198.51.100.0/24',
  targetType: 'ip',
  target: '172.30.0.9',
}
const end = (part: string, changes: Partial<RouteValues>): Edit<RouteValues> => ({
  part,
  make: (values) => ({ ...values, ...changes }),
})

const forms: Form<unknown>[] = [
  form<AllowListValues>({
    name: 'allow list',
    start: { allow: 'list', networks: ['192.0.2.0/24', '2001:db8::/32'] },
    edits: list('networks', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'),
    save: saveAllowList,
    answers: ({ networks }) => ({ allowedIps: { allow: 'list', ips: networks } }),
    ofBody: ({ allowedIps }: { allowedIps: { ips: string[] } }) => ({ allow: 'list', networks: allowedIps.ips }),
  }),
  form<AllowListValues>({
    name: 'allow list, any or some',
    start: { allow: 'any', networks: [] },
    edits: [['192.0.2.0/24'], ['198.51.100.0/24']].map((networks) => ({
      part: 'all of it',
      make: () => ({ allow: 'list', networks }),
    })),
    save: saveAllowList,
    answers: ({ allow, networks }) => ({ allowedIps: allow === 'any' ? { allow } : { allow, ips: networks } }),
    ofBody: ({ allowedIps }: { allowedIps: { allow: 'any' | 'list'; ips?: string[] } }) => ({
      allow: allowedIps.allow,
      networks: allowedIps.ips ?? [],
    }),
  }),
  form<SetValues>({
    name: 'announce set',
    start: { ...named, announcements: [announcement('192.0.2.0/24', 'one'), announcement('198.51.100.0/24', 'one')] },
    edits: [
      ...field<SetValues, 'description'>('description', 'Mine', ''),
      announced('192.0.2.0/24', null),
      announced('192.0.2.0/24', 'two'),
      announced('198.51.100.0/24', null),
      announced('203.0.113.0/24', 'one'),
      announced('203.0.113.0/24', 'two'),
    ],
    save: (base, mine) => updateSet('set', base, mine),
    answers: ({ announcements }) =>
      announcements.map(({ network, block, lot }) => ({ network, addressLotBlockId: block, addressLotName: lot })),
    ofBody: ({
      announcement: sent,
      ...rest
    }: { announcement: { network: string; addressLotBlock: string }[] } & typeof named) => ({
      ...rest,
      announcements: sent.map(({ network, addressLotBlock }) => announcement(network, addressLotBlock)),
    }),
  }),
  form<RuleValues>({
    name: 'firewall rule',
    start: rule,
    edits: [
      ...field<RuleValues, 'description'>('description', 'Mine', ''),
      ...field<RuleValues, 'enabled'>('enabled', false, false),
      ...field<RuleValues, 'action'>('action', 'deny', 'deny'),
      ...field<RuleValues, 'direction'>('direction', 'outbound', 'outbound'),
      ...field<RuleValues, 'priority'>('priority', 111, 333),
      ...list<RuleValues, 'targets'>(
        'targets',
        rule.targets[0],
        { type: 'vpc', value: 'default' },
        { type: 'ip', value: '10.0.0.1' },
      ),
      ...list<RuleValues, 'ports'>('ports', '80', '443', '8000-8080'),
      ...list<RuleValues, 'protocols'>(
        'protocols',
        rule.protocols[0],
        { type: 'udp' },
        { type: 'icmp', value: { icmpType: 3, code: '0-4' } },
      ),
      ...list<RuleValues, 'hosts'>(
        'hosts',
        rule.hosts[0],
        { type: 'vpc', value: 'default' },
        { type: 'ip_net', value: '10.0.0.0/8' },
      ),
    ],
    save: (base, mine) => changeRule('vpc', base, mine),
    answers: (values) => ({ rules: [ruleAnswer(otherRule), ruleAnswer(values)] }),
    ofBody: ({ rules }: { rules: ReturnType<typeof ruleOf>[] }) => {
      const { filters, status, ...rest } = rules.find(({ name }) => name !== 'other')!
      const lists = { ports: filters.ports ?? [], protocols: filters.protocols ?? [], hosts: filters.hosts ?? [] }
      return { ...rest, ...lists, enabled: status === 'enabled' } as RuleValues
    },
  }),
  form<Amounts>({
    name: 'quotas',
    start: { cpus: 4, memory: 2 ** 33, storage: 2 ** 40 },
    edits: [
      ...field<Amounts, 'cpus'>('cpus', 8, 0),
      ...field<Amounts, 'memory'>('memory', 2 ** 34, 2 ** 35),
      ...field<Amounts, 'storage'>('storage', 2 ** 41, 2 ** 42),
    ],
    save: (base, mine) => updateQuotas('silo', base, mine),
    answers: same,
    ofBody: (sent: object, before) => ({ ...before, ...sent }),
  }),
  form<number | null>({
    name: 'longest life of tokens',
    start: null,
    edits: [60, 3600].map((seconds) => ({ part: 'life', make: () => seconds })),
    save: saveLongestLife,
    answers: (seconds) => ({ deviceTokenMaxTtlSeconds: seconds }),
    ofBody: (sent: { deviceTokenMaxTtlSeconds: number }) => sent.deviceTokenMaxTtlSeconds,
  }),
  form<Written>({
    name: 'instance',
    start: { ncpus: 2, memory: 2 ** 31, bootDiskId: null, autoRestartPolicy: null },
    edits: [
      ...field<Written, 'ncpus'>('ncpus', 4, 8),
      ...field<Written, 'memory'>('memory', 2 ** 32, 2 ** 33),
      ...field<Written, 'bootDiskId'>('bootDiskId', 'one', 'two'),
      ...field<Written, 'autoRestartPolicy'>('autoRestartPolicy', 'never', 'best_effort'),
    ],
    save: (base, mine) => updateInstance('web', base, mine),
    answers: same,
    ofBody: ({ bootDisk, ...rest }: { bootDisk: string } & Written) => ({ ...rest, bootDiskId: bootDisk }),
  }),
  form<readonly string[]>({
    name: 'role',
    start: ['viewer'],
    edits: [['admin'], ['collaborator'], []].map((own) => ({ part: 'role', make: () => own })),
    save: (base, mine) =>
      changeRole(ownSilo, base as never, { id: 'mara', type: 'silo_user', name: 'Mara', role: mine[0] as undefined }),
    answers: (own) => ({ roleAssignments: policyOf(own) }),
    ofBody: ({ roleAssignments }: { roleAssignments: ReturnType<typeof policyOf> }) =>
      roleAssignments.filter(({ identityId }) => identityId === 'mara').map(({ roleName }) => roleName),
  }),
  form(panel('project', 'projectView', 'projectUpdate', { project: 'p' }, named, mergeNames, names())),
  form(
    panel('VPC', 'vpcView', 'vpcUpdate', { vpc: 'v' }, { ...named, dnsName: 'north' }, mergeVpcs, [
      ...names<typeof named & { dnsName: string }>(),
      ...field<{ dnsName: string } & typeof named, 'dnsName'>('dnsName', 'a', 'b'),
    ]),
  ),
  form(
    panel(
      'subnet',
      'vpcSubnetView',
      'vpcSubnetUpdate',
      { subnet: 's' },
      { ...named, customRouter: '' },
      mergeSubnets((id) => `router ${id}`),
      [
        ...names<typeof named & { customRouter: string }>(),
        ...field<{ customRouter: string } & typeof named, 'customRouter'>('customRouter', 'a', 'b'),
      ],
    ),
  ),
  form(
    panel(
      'network interface',
      'instanceNetworkInterfaceView',
      'instanceNetworkInterfaceUpdate',
      { interface: 'n' },
      { ...named, transitIps: ['192.0.2.0/24'] },
      mergeInterfaces,
      [
        ...names<typeof named & { transitIps: string[] }>(),
        ...list<typeof named & { transitIps: string[] }, 'transitIps'>(
          'transitIps',
          '192.0.2.0/24',
          '10.0.0.0/8',
          '10.1.0.0/16',
        ),
      ],
    ),
  ),
  form(
    panel(
      'alert receiver',
      'alertReceiverView',
      'webhookReceiverUpdate',
      { receiver: 'r' },
      { ...named, endpoint: 'https://a.test' },
      mergeReceivers,
      [
        ...names<typeof named & { endpoint: string }>(),
        ...field<{ endpoint: string } & typeof named, 'endpoint'>('endpoint', 'https://b.test', 'https://c.test'),
      ],
    ),
  ),
  form<RouteValues>({
    ...panel('route', 'vpcRouterRouteView', 'vpcRouterRouteUpdate', { route: 'r' }, route, mergeRoutes, [
      ...names<RouteValues>(),
      end('destination', { destinationType: 'ip_net', destination: '203.0.113.0/24' }),
      end('destination', { destinationType: 'subnet', destination: 'default' }),
      end('target', { targetType: 'ip', target: '172.30.0.10' }),
      end('target', { targetType: 'drop', target: null }),
    ]),
  }),
]

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
