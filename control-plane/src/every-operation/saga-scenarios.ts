import type { Answer } from '../testing/caller.ts'
import { blank, type Needs, type PairFixture } from './saga-pair-fixture.ts'

/** How to start a saga in a fixture. `needs` lists the resources that it uses. */
export interface Scenario {
  title: string
  /** Undefined for a change by the platform, without a saga. */
  saga: string | undefined
  needs: Needs
  /** Returns undefined if no request starts it. */
  begin(fixture: PairFixture): Promise<Answer | void>
}

const scenario = (
  title: string,
  saga: string | undefined,
  needs: Needs,
  begin: (fixture: PairFixture) => Promise<Answer | void>,
): Scenario => ({ title, saga, needs, begin })

const ofInstance =
  (operation: 'instance_start' | 'instance_stop' | 'instance_power_off' | 'instance_reboot' | 'instance_delete') =>
  (at: PairFixture) =>
    at.call(operation, at.at('instance'))

const ofItsDisk = (operation: 'instance_disk_attach' | 'instance_disk_detach') => (at: PairFixture) =>
  at.call(operation, { ...at.at('instance'), body: { disk: at.name('disk') } })

export const scenarios: readonly Scenario[] = [
  scenario('a disk is made', 'disk-create', { disk: 'absent' }, (at) => at.createDisk(blank)),
  scenario('a disk is made from a snapshot', 'disk-create', { disk: 'absent', snapshot: 'ready' }, async (at) =>
    at.createDisk({ type: 'snapshot', snapshot_id: await at.id('snapshot') }),
  ),
  scenario('a disk is made from an image', 'disk-create', { disk: 'absent', image: 'ready' }, async (at) =>
    at.createDisk({ type: 'image', image_id: await at.id('image') }),
  ),
  scenario('a disk is deleted', 'disk-delete', { disk: 'detached' }, (at) => at.call('disk_delete', at.at('disk'))),
  scenario(
    'a disk is attached',
    'disk-attach',
    { disk: 'detached', instance: 'stopped' },
    ofItsDisk('instance_disk_attach'),
  ),
  scenario(
    'a disk is detached',
    'disk-detach',
    { disk: 'attached', instance: 'stopped' },
    ofItsDisk('instance_disk_detach'),
  ),
  scenario('a disk is finalized', 'disk-finalize', { disk: 'importing', snapshot: 'absent' }, (at) =>
    at.call('disk_finalize_import', { ...at.at('disk'), body: { snapshot_name: at.name('snapshot') } }),
  ),
  scenario('an import is cancelled', 'disk-delete', { disk: 'importing' }, (at) =>
    at.call('disk_cancel_import', at.at('disk')),
  ),
  scenario('a snapshot is taken of a disk', 'snapshot-create', { disk: 'detached', snapshot: 'absent' }, (at) =>
    at.createSnapshot(at.name('disk')),
  ),
  scenario(
    "a snapshot is taken of an instance's disk",
    'snapshot-create',
    { disk: 'attached', instance: 'stopped', snapshot: 'absent' },
    (at) => at.createSnapshot(at.name('disk')),
  ),
  scenario('a snapshot is deleted', 'snapshot-delete', { snapshot: 'ready' }, (at) =>
    at.call('snapshot_delete', at.at('snapshot')),
  ),
  scenario('an image is made', 'image-create', { image: 'absent', snapshot: 'ready' }, async (at) =>
    at.createImage(await at.id('snapshot')),
  ),
  scenario('an image is deleted', 'image-delete', { image: 'ready' }, (at) => at.call('image_delete', at.at('image'))),
  scenario(
    'an instance is made with a disk of its own',
    'instance-create',
    { instance: 'absent', disk: 'absent', image: 'ready' },
    async (at) => {
      const disk_source = { type: 'image', image_id: await at.id('image') }
      return at.createInstance(true, [at.named('disk', { type: 'create', size: 2 ** 30, disk_source })])
    },
  ),
  scenario(
    'an instance is made with a disk that is there',
    'instance-create',
    { instance: 'absent', disk: 'detached' },
    (at) => at.createInstance(false, [{ type: 'attach', name: at.name('disk') }]),
  ),
  scenario(
    'an instance is deleted',
    'instance-delete',
    { instance: 'stopped', disk: 'attached' },
    ofInstance('instance_delete'),
  ),
  scenario(
    'an instance is started',
    'instance-start',
    { instance: 'stopped', disk: 'attached' },
    ofInstance('instance_start'),
  ),
  scenario('an instance is stopped', 'instance-stop', { instance: 'running' }, ofInstance('instance_stop')),
  scenario('an instance is powered off', 'instance-stop', { instance: 'running' }, ofInstance('instance_power_off')),
  scenario('an instance is rebooted', 'instance-reboot', { instance: 'running' }, ofInstance('instance_reboot')),
  scenario('an instance is moved', 'instance-migrate', { instance: 'running' }, (at) =>
    at.strike('instance_migrate', 'instance'),
  ),
  scenario('an instance fails', undefined, { instance: 'running' }, (at) => at.strike('instance_fail', 'instance')),
  scenario('a disk is faulted', undefined, { disk: 'attached', instance: 'stopped' }, (at) =>
    at.strike('disk_fault', 'disk'),
  ),
  scenario('a VPC is made', 'vpc-declare', { vpc: 'absent' }, (at) => at.createVpc()),
  scenario('a VPC gets a subnet', 'vpc-declare', { vpc: 'empty' }, (at) => at.createSubnet()),
  scenario('an instance gets an interface', 'vpc-declare', { vpc: 'whole', instance: 'stopped' }, (at) =>
    at.call('instance_network_interface_create', {
      query: { instance: at.name('instance') },
      body: { name: 'more', description: '', vpc_name: at.name('vpc'), subnet_name: 'more' },
    }),
  ),
  scenario('an address is attached', 'vpc-declare', { vpc: 'whole', instance: 'stopped', address: 'free' }, (at) =>
    at.attachAddress(),
  ),
  scenario('an address is detached', 'vpc-declare', { vpc: 'whole', instance: 'stopped', address: 'attached' }, (at) =>
    at.call('floating_ip_detach', { path: { floating_ip: at.name('address') } }),
  ),
  scenario('a VPC is deleted', 'vpc-delete', { vpc: 'empty' }, (at) => at.call('vpc_delete', at.at('vpc'))),
]

const shared = (one: Scenario, other: Scenario): number =>
  Object.keys(one.needs).filter((thing) => thing in other.needs).length

/** One scenario of each saga that can share a resource with that one: the first that shares the most. */
export function secondsOf(first: Scenario): Scenario[] {
  const bySaga = Map.groupBy(
    scenarios.filter((second) => shared(first, second)),
    ({ saga, title }) => saga ?? title,
  )
  return [...bySaga.values()].map((some) =>
    some.reduce((best, other) => (shared(first, other) > shared(first, best) ? other : best)),
  )
}

/** The resources for the first scenario, and those for the second that are compatible with them. */
export function needsOfBoth(first: Scenario, second: Scenario): Needs {
  const needs: Needs = { ...second.needs, ...first.needs }
  if (needs.instance === 'absent') {
    if (needs.disk === 'attached') needs.disk = 'detached'
    if (needs.address) needs.address = 'free'
  }
  if (needs.vpc !== 'whole' && needs.address) needs.address = 'free'
  return needs
}
