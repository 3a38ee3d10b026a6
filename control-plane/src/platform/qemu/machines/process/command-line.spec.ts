import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainOrder } from '../../testing/plain-order.ts'
import type { Architecture } from '../order/architecture.ts'
import { checkedOrder, type MachineOrder, type OrderedDisk } from '../order/machine-order.ts'
import { commandLine, type MachinePlan } from './command-line.ts'

const newId = () => crypto.randomUUID()

/** Texts that end an option, begin one, or end a JSON string. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '-device',
    ',id=x',
    '"',
    '"},{"driver":"x',
    'a,readonly=off',
    '\n-m 1',
    '\0',
    '${HOME}',
    '$(id)',
    '../x',
  ),
)
const address = fc.oneof(fc.ipV4(), fc.ipV6())

const orders: fc.Arbitrary<MachineOrder> = fc.record({
  id: fc.uuid(),
  runId: fc.uuid(),
  user: fc.constant(null),
  sshPort: fc.constant(null),
  cpus: fc.integer({ min: 1, max: 255 }),
  memoryBytes: fc.integer({ min: 2 ** 20, max: 2 ** 40 }),
  firmware: fc.constantFrom('bios' as const, 'efi' as const),
  disks: fc.array(
    fc.record({
      volumeId: fc.uuid(),
      boot: fc.boolean(),
      medium: fc.constantFrom('disk' as const, 'cd' as const),
      blockSize: fc.constantFrom(512 as const, 2048 as const, 4096 as const),
      layers: fc.array(fc.record({ id: fc.uuid(), format: fc.constantFrom('raw' as const, 'qcow2' as const) }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
    { maxLength: 12 },
  ),
  nics: fc.array(
    fc.record({
      id: fc.uuid(),
      mac: fc.constant('A8:40:25:F0:00:01'),
      ip: address,
      prefixLength: fc.integer({ min: 0, max: 128 }),
      primary: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
})

const plans: fc.Arbitrary<MachinePlan> = fc
  .record({
    order: orders,
    architecture: fc.constantFrom('x64' as const, 'arm64' as const),
    accelerator: fc.constantFrom('kvm' as const, 'tcg' as const),
    backend: fc.dictionary(hostile, hostile),
  })
  .map(({ order, architecture, accelerator, backend }) => ({
    order: checkedOrder(order),
    architecture,
    accelerator,
    backends: new Map(order.nics.map(({ id }) => [id, backend])),
  }))

/** Options with their values; one without a value has `undefined`. */
function options(args: readonly string[]): [string, string | undefined][] {
  return args.flatMap((arg, index) => {
    if (!arg.startsWith('-')) return []
    const next = args[index + 1]
    return [[arg, next?.startsWith('-') ? undefined : next] as [string, string | undefined]]
  })
}

const optionsOf = (order: Partial<MachineOrder>, architecture: Architecture = 'x64') =>
  options(commandLine({ order: plainOrder(order), architecture, accelerator: 'tcg', backends: new Map() }))

const valuesOf = (disks: OrderedDisk[], option: string, architecture?: Architecture) =>
  optionsOf({ disks }, architecture)
    .filter(([name]) => name === option)
    .map(([, value]) => JSON.parse(value!))

test('an emulated machine has a quarter of its memory for translated code, between 32 MiB and 1 GiB', () => {
  const sizes = [64, 1024, 2048, 16_384].map((mebibytes) => {
    const [, value] = optionsOf({ memoryBytes: mebibytes * 2 ** 20 }).find(([name]) => name === '-accel')!
    return value
  })
  expect(sizes).toEqual([32, 256, 512, 1024].map((size) => `tcg,tb-size=${size}`))
})

describe('no value becomes an option', () => {
  test('an order with a text that is no value of its kind is refused', () => {
    const places = ['id', 'runId', 'user', 'cpus', 'memoryBytes', 'disks', 'nics'] as const
    fc.assert(
      fc.property(fc.constantFrom(...places), hostile, (place, text) => {
        expect(() => checkedOrder({ ...plainOrder(), [place]: text })).toThrow('cannot be started')
      }),
    )
  })

  test('free texts stand in JSON, and no others are there', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const json = new Set(['-device', '-blockdev', '-netdev', '-object'])
        for (const [name, value] of options(commandLine(plan))) {
          const plain = json.has(name) ? typeof JSON.parse(value!) : (value ?? '')
          expect(plain).toMatch(/^[\w.:,/=-]*$/)
        }
      }),
    )
  })

  test('no argument has a zero byte or a line break, which would end it', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        // oxlint-disable-next-line no-control-regex -- It is what must not be there.
        for (const arg of commandLine(plan)) expect(arg).not.toMatch(/[\0\n]/)
      }),
    )
  })

  test('files are those of the folder where QEMU runs', () => {
    fc.assert(
      fc.property(plans, ({ order }) => {
        for (const { file } of valuesOf(order.disks, '-blockdev'))
          expect(file.filename).toMatch(/^([\da-f-]{36}\.(raw|qcow2)|cidata\.img)$/)
      }),
    )
  })
})

const disk = (boot: boolean, ...formats: ('raw' | 'qcow2')[]): OrderedDisk => ({
  volumeId: newId(),
  boot,
  medium: 'disk',
  blockSize: 512,
  layers: formats.map((format) => ({ id: newId(), format })),
})

test('the boot volume is booted first, and disks keep their slots', () => {
  const [data, boot] = [disk(false, 'qcow2'), disk(true, 'qcow2')]
  const devices = valuesOf([data, boot], '-device')
  expect(devices).toContainEqual(expect.objectContaining({ id: `disk-${data.volumeId}`, 'scsi-id': 0, bootindex: 1 }))
  expect(devices).toContainEqual(expect.objectContaining({ id: `disk-${boot.volumeId}`, 'scsi-id': 1, bootindex: 0 }))
})

test('a layer that two disks are based on is one node, read-only, and each disk has its own above it', () => {
  const base = { id: newId(), format: 'raw' as const }
  const disks = [disk(false, 'qcow2'), disk(false, 'qcow2')].map((one) => ({ ...one, layers: [...one.layers, base] }))
  const [below, ...above] = valuesOf(disks, '-blockdev')
  expect(below).toMatchObject({ driver: 'raw', 'read-only': true, file: { filename: `${base.id}.raw` } })
  expect(above.slice(0, 2)).toEqual(
    disks.map(({ layers }) =>
      expect.objectContaining({
        driver: 'qcow2',
        backing: below['node-name'],
        file: expect.objectContaining({ filename: `${layers[0]!.id}.qcow2` }),
      }),
    ),
  )
  expect(above).toHaveLength(3)
})

describe('a CD', () => {
  const cd = (): OrderedDisk => ({ ...disk(true, 'raw'), medium: 'cd' })

  test('is in a drive that every installer knows, and nothing of it is written', () => {
    const [blank, iso] = [disk(false, 'raw'), cd()]
    const devices = valuesOf([blank, iso], '-device')
    expect(devices).toContainEqual(
      expect.objectContaining({ driver: 'ide-cd', id: `disk-${iso.volumeId}`, bus: 'ide.0', bootindex: 0 }),
    )
    expect(devices).toContainEqual(expect.objectContaining({ driver: 'scsi-hd', id: `disk-${blank.volumeId}` }))
    const [written, read] = valuesOf([blank, iso], '-blockdev')
    expect(written).not.toHaveProperty('read-only')
    expect(read).toMatchObject({ 'read-only': true, file: { filename: `${iso.layers[0]!.id}.raw` } })
  })

  test('the seventh, and each on a board without such ports, is at the controller of disks', () => {
    const cds = Array.from({ length: 7 }, cd)
    const drivers = (architecture: Architecture) =>
      valuesOf(cds, '-device', architecture).filter(({ id }) => `${id}`.startsWith('disk-'))
    expect(drivers('x64').map(({ driver }) => driver)).toEqual([...Array(6).fill('ide-cd'), 'scsi-cd'])
    expect(drivers('arm64').map(({ driver }) => driver)).toEqual(Array(7).fill('scsi-cd'))
  })
})

describe('EFI firmware', () => {
  test('is code that is read, and variables that are written', () => {
    const efi = optionsOf({ firmware: 'efi', disks: [] })
    expect(efi).toContainEqual([
      '-machine',
      'q35,vmport=off,hpet=off,dump-guest-core=off,mem-merge=off,pflash0=efi-code,pflash1=efi-variables',
    ])
    const nodes = efi.filter(([name]) => name === '-blockdev').map(([, value]) => JSON.parse(value!))
    expect(nodes.slice(0, 2)).toMatchObject([
      { 'node-name': 'efi-code', 'read-only': true, file: { filename: '/usr/share/OVMF/OVMF_CODE_4M.fd' } },
      { 'node-name': 'efi-variables', 'read-only': false, file: { filename: 'efi-variables.img' } },
    ])
  })

  test('a machine with a BIOS has none', () => {
    expect(JSON.stringify(optionsOf({}))).not.toContain('efi')
  })
})

test('a machine of 64-bit ARM has its own board, interrupt controller, serial port and keyboard', () => {
  const arm = optionsOf({ firmware: 'efi' }, 'arm64')
  expect(arm).toContainEqual([
    '-machine',
    'virt,gic-version=max,dump-guest-core=off,mem-merge=off,pflash0=efi-code,pflash1=efi-variables',
  ])
  expect(arm).toContainEqual(['-serial', 'chardev:serial'])
  const devices = arm.filter(([name]) => name === '-device').map(([, value]) => JSON.parse(value!).driver)
  expect(devices).toEqual(
    expect.arrayContaining(['virtio-gpu-pci', 'usb-kbd', 'usb-tablet', 'virtio-rng-pci', 'virtio-scsi-pci', 'scsi-hd']),
  )
  expect(devices).not.toContain('isa-serial')
  expect(devices).not.toContain('VGA')
  expect(JSON.stringify(arm)).toContain('/usr/share/AAVMF/AAVMF_CODE.fd')
})
