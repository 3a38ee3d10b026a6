import { toWire } from '~/api/wire.ts'
import { updateInstance } from '~/compute/instances/instance-update.ts'
import type { Written } from '~/compute/instances/written.ts'
import { mergeReceivers } from '~/fleet/alerts/receiver-edit.tsx'
import { type AllowListValues, saveAllowList } from '~/fleet/allow-list/allow-list-values.ts'
import { type Announcement, type SetValues, updateSet } from '~/fleet/bgp/announcements.ts'
import { saveLongestLife } from '~/identity/auth-settings/longest-life.ts'
import { ownSilo } from '~/identity/policies/holders.ts'
import { changeRole } from '~/identity/policies/make-role-change.ts'
import { updateQuotas } from '~/identity/quotas/quotas-update.ts'
import type { Amounts } from '~/identity/utilization/resources.ts'
import { type RuleValues, ruleOf } from '~/network/firewall-rules/rule-values.ts'
import { changeRule } from '~/network/firewall-rules/rules-update.ts'
import { mergeInterfaces } from '~/network/network-interfaces/edit-interface.tsx'
import { mergeRoutes, type RouteValues } from '~/network/routers/route-fields.tsx'
import { mergeSubnets } from '~/network/subnets/subnet-forms.tsx'
import { mergeVpcs } from '~/network/vpcs/vpc-forms.tsx'
import { mergeNames } from '~/shell/form/edit-names.tsx'
import { type Edit, field, form, type Form, type Json, list, names, panel, same } from './conflict-safe-forms.kit.ts'

const named = { name: 'north', description: 'Theirs' }
export const wire = (thing: unknown) => toWire(thing) as Json

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

export const rule: RuleValues = {
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
export const otherRule = { ...rule, name: 'other' }
export const ruleAnswer = (values: RuleValues) => ({ ...ruleOf(values), id: values.name, vpcId: 'vpc' })

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

/** Every form that changes a thing without overwriting what others changed. */
export const forms: Form<unknown>[] = [
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
