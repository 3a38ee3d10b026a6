import type { OperationId } from '@skerry/contract/operations.ts'
import { GIB } from '../kernel/values/bytes.ts'
import type { FaultKind } from '../platform/interface/faults.ts'
import type { Answer } from '../testing/caller.ts'
import type { TestServer } from '../testing/test-server.ts'

const NOTHING = '00000000-0000-4000-8000-000000000000'

/** The resources that two sagas may share, and their possible initial states. An `empty` VPC has no subnets. */
export interface Things {
  disk: 'absent' | 'detached' | 'attached' | 'importing'
  instance: 'absent' | 'stopped' | 'running'
  snapshot: 'absent' | 'ready'
  image: 'absent' | 'ready'
  vpc: 'absent' | 'empty' | 'whole'
  address: 'free' | 'attached'
}
export type Thing = keyof Things
export type Needs = Partial<Things>

export interface Request {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: object
}

export const blank = { type: 'blank', block_size: 512 }
const machine = { hostname: 'host', ncpus: 1, memory: GIB, auto_restart_policy: 'never' }
const importing = { type: 'importing_blocks', block_size: 512 }

/**
 * Shared by all fixtures: a project, a disk of an instance to take snapshots of, and a snapshot to create images from.
 */
export interface SharedFixture {
  server: TestServer
  project: string
  disk: string
  snapshot: string
}

export async function makeShared(server: TestServer): Promise<SharedFixture> {
  const named = (name: string) => ({ name, description: '' })
  const { id: project } = await server.admin.ok('project_create', { body: named('shared') })
  const make = async (operation: OperationId, body: object) =>
    (await server.admin.ok(operation, { query: { project }, body })).id as string
  const disk = await make('disk_create', { ...named('model'), size: GIB, disk_source: blank })
  const network_interfaces = { type: 'none' }
  const holder = { ...machine, ...named('holder'), network_interfaces, disks: [{ type: 'attach', name: 'model' }] }
  await make('instance_create', { ...holder, start: false })
  return { server, project, disk, snapshot: await make('snapshot_create', { ...named('model'), disk }) }
}

/** One resource of each kind that two sagas use, with unique names. */
export class PairFixture {
  readonly #shared: SharedFixture
  readonly number: number
  readonly #needs: Needs

  constructor(shared: SharedFixture, number: number, needs: Needs) {
    this.#shared = shared
    this.number = number
    this.#needs = needs
  }

  name = (thing: Thing): string => `${thing}-${this.number}`

  named = <T extends object>(thing: Thing, more: T): T & { name: string; description: string } => ({
    name: this.name(thing),
    description: '',
    ...more,
  })

  call(operation: OperationId, { path, query, body }: Request = {}): Promise<Answer> {
    return this.#shared.server.admin.call(operation, {
      ...(path && { path }),
      query: { project: this.#shared.project, ...query },
      ...(body && { body }),
    })
  }

  /** The path parameters of an operation on that resource. */
  at = (thing: Exclude<Thing, 'address'>): { path: Record<string, string> } => ({ path: { [thing]: this.name(thing) } })

  /** Its id; an unused one if it does not exist. */
  async id(thing: 'disk' | 'instance' | 'snapshot' | 'image'): Promise<string> {
    const { status, body } = await this.call(`${thing}_view`, this.at(thing))
    return status === 200 ? body.id : NOTHING
  }

  createDisk = (disk_source: object) =>
    this.call('disk_create', { body: this.named('disk', { size: GIB, disk_source }) })

  createSnapshot = (disk: string) => this.call('snapshot_create', { body: this.named('snapshot', { disk }) })

  createImage = (snapshot: string) =>
    this.call('image_create', {
      body: this.named('image', { os: 'o', version: 'v', source: { type: 'snapshot', id: snapshot } }),
    })

  createInstance(start: boolean, disks: object[]): Promise<Answer> {
    const nic = { name: 'net0', description: '', vpc_name: this.name('vpc'), subnet_name: 'default' }
    // An address can be attached only to an instance with an interface.
    const network_interfaces =
      this.#needs.vpc === 'whole' && this.#needs.address ? { type: 'create', params: [nic] } : { type: 'none' }
    const body = this.named('instance', { ...machine, network_interfaces, start, disks })
    return this.call('instance_create', { body })
  }

  createVpc = () => this.call('vpc_create', { body: this.named('vpc', { dns_name: 'vpc' }) })

  createSubnet = () =>
    this.call('vpc_subnet_create', {
      query: { vpc: this.name('vpc') },
      body: { name: 'more', description: '', ipv4_block: '10.0.0.0/24' },
    })

  attachAddress = () =>
    this.call('floating_ip_attach', {
      path: { floating_ip: this.name('address') },
      body: { kind: 'instance', parent: this.name('instance') },
    })

  /** Creates the resources that the sagas need. */
  async make(): Promise<void> {
    const { disk, instance, snapshot, image, vpc, address } = this.#needs
    if (vpc && vpc !== 'absent') await made(this.createVpc())
    if (vpc === 'empty')
      await made(this.call('vpc_subnet_delete', { path: { subnet: 'default' }, query: { vpc: this.name('vpc') } }))
    if (disk && disk !== 'absent') await made(this.createDisk(disk === 'importing' ? importing : blank))
    if (snapshot === 'ready') await made(this.createSnapshot(this.#shared.disk))
    if (image === 'ready') await made(this.createImage(this.#shared.snapshot))
    if (vpc === 'whole' && instance) await made(this.createSubnet())
    if (instance && instance !== 'absent') {
      const disks = disk === 'attached' ? [{ type: 'attach', name: this.name('disk') }] : []
      await made(this.createInstance(false, disks))
    }
    if (address) await made(this.call('floating_ip_create', { body: this.named('address', {}) }))
    if (address === 'attached') await made(this.attachAddress())
    if (instance === 'running') await made(this.call('instance_start', this.at('instance')))
  }

  /** Makes the platform fail the resource. */
  async strike(kind: FaultKind, thing: 'disk' | 'instance'): Promise<void> {
    const { platform } = this.#shared.server
    platform.faults.end(platform.faults.inject({ kind, target: await this.id(thing) }).id)
  }
}

async function made(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer
  if (status >= 400) throw new Error(`${status} ${body.message}`)
}
