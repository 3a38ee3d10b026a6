import { changeKinds } from '@skerry/contract/rules/change-events.ts'
import { expect, test } from 'vitest'
import { routes as ofUsers } from './operations.gen.ts'
import { operatorRoutes } from './operator-routes.gen.ts'
import { staleByEvent } from './stale-by-event.ts'
import { staleAfter } from './stale.ts'

const routes = { ...ofUsers, ...operatorRoutes }

/** Reads whose answers no reported change makes out of date. */
const unreported: Readonly<Record<string, readonly string[]>> = {
  'they do not change while the server runs': [
    'alertClassList',
    'imageCatalogList',
    'ping',
    'roleList',
    'roleView',
    'systemTimeseriesSchemaList',
    'userBuiltinList',
    'userBuiltinView',
  ],
  'a redirect to an identity provider': ['loginSamlBegin'],
  'measurements, whose interval the user picks': ['diskMetricsList', 'siloMetric', 'systemMetric'],
  'the records that are only searched': ['auditLogEntryView', 'auditLogExport', 'auditLogList'],
  'streams and downloads': [
    'eventStream',
    'instanceGraphicalConsoleStream',
    'instanceSerialConsole',
    'instanceSerialConsoleStream',
    'supportBundleDownload',
    'supportBundleDownloadFile',
    'supportBundleIndex',
  ],
  'the network reports them when it is asked': [
    'alertProbeList',
    'networkingBgpImportedRoutesIpv4',
    'networkingBgpMessageHistory',
  ],
  'a setting that one page shows, which is read again when it opens': ['systemOvercommitmentView'],
  'the guest reports it when it is asked': ['instanceGuestView'],
  'read for the code of a project, when that is asked for': ['instancePartsList'],
  'polled: a trigger would cost each step of each saga': ['sagaList', 'sagaView'],
}

test('every kind of change makes the list of its things out of date, or the page that shows them', () => {
  expect(Object.keys(staleByEvent).toSorted()).toEqual([...changeKinds].toSorted())
  for (const kind of changeKinds) expect(staleByEvent[kind].length, kind).toBeGreaterThan(0)
})

test('every read is refreshed by some kind of change, or need not be', () => {
  const refreshed = Object.values(staleByEvent).flat()
  const reads = Object.entries(routes).flatMap(([read, route]) => (route.startsWith('GET ') ? read : []))
  const known = [...refreshed, ...Object.values(unreported).flat()]
  expect(reads.filter((read) => !known.includes(read))).toEqual([])
  expect(known.filter((read) => !reads.includes(read))).toEqual([])
})

test('what a change of this page refreshes, a reported one refreshes too', () => {
  const refreshed = new Set<string>(Object.values(staleByEvent).flat())
  const exceptions = new Set(Object.values(unreported).flat())
  for (const [change, reads] of Object.entries(staleAfter))
    for (const read of reads) expect(refreshed.has(read) || exceptions.has(read), `${change}: ${read}`).toBe(true)
})

test('a change of a thing refreshes the histories that it may be in', () => {
  const histories = {
    projectHistoryList: [
      'projects',
      'instances',
      'disks',
      'images',
      'image-fetches',
      'snapshots',
      'affinity',
      'probes',
      'vpcs',
      'subnets',
      'routers',
      'firewall-rules',
      'internet-gateways',
      'network-interfaces',
      'external-ips',
      'policies',
    ],
    siloHistoryList: [
      'projects',
      'images',
      'silos',
      'users',
      'groups',
      'policies',
      'certificates',
      'identity-providers',
    ],
    currentUserHistoryList: ['access-tokens', 'ssh-keys'],
    systemHistoryList: [
      'silos',
      'users',
      'groups',
      'certificates',
      'identity-providers',
      'ip-pools',
      'quotas',
      'sleds',
      'physical-disks',
      'switches',
      'switch-ports',
      'system-networking',
      'alerts',
      'updates',
    ],
  } as const
  for (const [history, kinds] of Object.entries(histories))
    for (const kind of kinds) expect(staleByEvent[kind], kind).toContain(history)
})
