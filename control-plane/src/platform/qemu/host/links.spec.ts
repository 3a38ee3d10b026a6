import { chown, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { NoPlainFile } from '../../../file-system/plain-file.ts'
import { converterOf } from '../machines/users/machine-user.ts'
import { plainOrder } from '../testing/plain-order.ts'
import { type HostSettings, ownHost } from './host.ts'

const isRoot = process.getuid?.() === 0
const [OWNER, USERS] = [1_899_999_000, { first: 1_900_000_000, count: 1 }]

/** The host as its helper has it, whose server's user has put a link in a place of its data folder to a folder of root's. */
async function hostWithLink(...place: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'links-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [secret, data] = [join(folder, 'secret'), join(folder, 'data')]
  await mkdir(join(secret, 'qemu'), { recursive: true, mode: 0o700 })
  for (const name of ['network.json', 'qemu.log', SOURCE]) await writeFile(join(secret, name), name)
  await chown(join(secret, SOURCE), OWNER, OWNER)
  await mkdir(join(data, ...place.slice(0, -1)), { recursive: true })
  for (let at = 0; at < place.length; at++) await chown(join(data, ...place.slice(0, at)), OWNER, OWNER)
  await symlink(secret, join(data, ...place))
  const settings: HostSettings = {
    folder,
    machines: join(data, 'machines'),
    binary: '/bin/true',
    architecture: 'x64',
    accelerator: 'tcg',
    group: null,
    owner: OWNER,
    users: USERS,
    cgroups: null,
    conversion: { layers: join(data, 'storage', 'layers'), user: converterOf(USERS), keepFreeBytes: 0 },
    networks: null,
    passt: false,
  }
  const unchanged = async () =>
    expect((await readdir(secret)).toSorted()).toEqual([SOURCE, 'network.json', 'qemu', 'qemu.log'].toSorted())
  return { host: ownHost(settings), unchanged }
}

const SOURCE = `${crypto.randomUUID()}.raw`
const order = plainOrder({ user: USERS.first, disks: [] })

test.runIf(isRoot).each([
  ['a machine', ['machines', order.id]],
  ['all machines', ['machines']],
])('where the folder of %s is a link, nothing is started or deleted there', async (_, place) => {
  const { host, unchanged } = await hostWithLink(...place)
  await expect(host.processes.start(order)).rejects.toBeDefined()
  await host.processes.clear(order.id).catch(() => {})
  await unchanged()
})

test.runIf(isRoot)('where the folder of layers is a link, nothing is converted there', async () => {
  const { host, unchanged } = await hostWithLink('storage', 'layers')
  const target = `${crypto.randomUUID()}.raw.draft`
  const image = { source: SOURCE, target, format: 'qcow2', sizeBytes: 512 } as const
  const converting = host.convert!(image, new AbortController().signal)
  await expect(converting).rejects.toThrow(NoPlainFile)
  await unchanged()
})
