import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InstanceSpec } from '../../instances.ts'
import { PlatformError } from '../../platform-error.ts'
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

const plans: fc.Arbitrary<MachinePlan> = fc
  .record({
    spec: fc.record({
      id: fc.uuid(),
      projectId: hostile,
      siloId: hostile,
      sledId: hostile,
      hostname: hostile,
      ncpus: fc.integer({ min: 1, max: 64 }),
      memoryBytes: fc.integer({ min: 2 ** 20, max: 2 ** 40 }),
      volumes: fc.array(fc.record({ id: fc.uuid(), name: hostile, boot: fc.boolean() }), { maxLength: 12 }),
      nics: fc.array(
        fc.record({
          id: hostile,
          name: hostile,
          mac: fc.constant('A8:40:25:F0:00:01'),
          ip: hostile,
          prefixLength: fc.nat(),
          primary: fc.boolean(),
        }),
        { maxLength: 8 },
      ),
      userData: fc.uint8Array(),
      sshPublicKeys: fc.array(hostile),
    }),
    path: hostile,
    runId: fc.uuid(),
    accelerator: fc.constantFrom('kvm' as const, 'tcg' as const),
    backend: fc.dictionary(hostile, hostile),
  })
  .map(({ spec, path, runId, accelerator, backend }) => ({
    spec,
    runId,
    accelerator,
    volumes: new Map(
      spec.volumes.map(({ id }) => [id, { chain: [{ path: `${path}/${id}.raw`, format: 'raw' }], blockSize: 512 }]),
    ),
    nics: new Map(spec.nics.map(({ id }) => [id, backend])),
  }))

/** Options with their values; one without a value has `undefined`. */
function options(args: readonly string[]): [string, string | undefined][] {
  return args.flatMap((arg, index) => {
    if (!arg.startsWith('-')) return []
    const next = args[index + 1]
    return [[arg, next?.startsWith('-') ? undefined : next] as [string, string | undefined]]
  })
}

const ordinary = (parts: Partial<InstanceSpec> = {}): MachinePlan => ({
  spec: {
    id: newId(),
    projectId: newId(),
    siloId: newId(),
    sledId: newId(),
    hostname: 'web-1',
    ncpus: 2,
    memoryBytes: 2 ** 30,
    volumes: [],
    nics: [],
    userData: new Uint8Array(),
    sshPublicKeys: [],
    ...parts,
  },
  runId: newId(),
  accelerator: 'tcg',
  volumes: new Map(),
  nics: new Map(),
})

describe('no value of a specification becomes an option', () => {
  test('the options are the same as those of a machine with plain values', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { id, ncpus, memoryBytes, volumes, nics } = plan.spec
        const plain: MachinePlan = {
          ...plan,
          spec: {
            ...ordinary().spec,
            id,
            ncpus,
            memoryBytes,
            volumes,
            nics: nics.map((nic, index) => ({ ...nic, id: `${index}`, name: 'net', ip: '10.0.0.2' })),
          },
          volumes: new Map(
            volumes.map(({ id }) => [id, { chain: [{ path: `/${id}`, format: 'raw' }], blockSize: 512 }]),
          ),
          nics: new Map(nics.map((_, index) => [`${index}`, { type: 'user' }])),
        }
        const names = (one: MachinePlan) => options(commandLine(one)).map(([name]) => name)
        expect(names(plan)).toEqual(names(plain))
      }),
    )
  })

  test('free texts stand in JSON, and no others are there', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const json = new Set(['-device', '-blockdev', '-netdev', '-object'])
        for (const [name, value] of options(commandLine(plan))) {
          const plain = json.has(name) ? typeof JSON.parse(value!) : (value ?? '')
          expect(plain).toMatch(/^[\w.,=-]*$/)
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
})

test('the boot volume is booted first, and disks keep their slots', () => {
  const volumes = [
    { id: newId(), name: 'data', boot: false },
    { id: newId(), name: 'boot', boot: true },
  ]
  const plan = ordinary({ volumes })
  const files = new Map(
    volumes.map(({ id }) => [id, { chain: [{ path: `/${id}`, format: 'qcow2' as const }], blockSize: 512 as const }]),
  )
  const devices = options(commandLine({ ...plan, volumes: files }))
    .filter(([name]) => name === '-device')
    .map(([, value]) => JSON.parse(value!))
  expect(devices).toContainEqual(expect.objectContaining({ id: `disk-${volumes[0]!.id}`, 'scsi-id': 0, bootindex: 1 }))
  expect(devices).toContainEqual(expect.objectContaining({ id: `disk-${volumes[1]!.id}`, 'scsi-id': 1, bootindex: 0 }))
})

test.each([
  ['an id with an option in it', { id: 'x,file=/etc/shadow' }],
  ['no CPU', { ncpus: 0 }],
  ['half a CPU', { ncpus: 1.5 }],
  ['no memory', { memoryBytes: 0 }],
  ['memory that is no number', { memoryBytes: Number.NaN }],
])('a machine with %s is refused for good', (_, parts) => {
  expect(() => commandLine(ordinary(parts))).toThrow(expect.objectContaining({ kind: 'permanent' }))
})

test('a volume without a file is gone', () => {
  const volumes = [{ id: newId(), name: 'boot', boot: true }]
  expect(() => commandLine(ordinary({ volumes }))).toThrow(PlatformError)
})

test('a layer that two disks are based on is one node, read-only, and each disk has its own above it', () => {
  const volumes = ['one', 'other'].map((name) => ({ id: newId(), name, boot: false }))
  const base = { path: `/layers/${newId()}.raw`, format: 'raw' as const }
  const tops = volumes.map(() => ({ path: `/layers/${newId()}.qcow2`, format: 'qcow2' as const }))
  const layers = new Map(volumes.map(({ id }, at) => [id, { chain: [tops[at]!, base], blockSize: 512 as const }]))
  const nodes = options(commandLine({ ...ordinary({ volumes }), volumes: layers }))
    .filter(([name]) => name === '-blockdev')
    .map(([, value]) => JSON.parse(value!))
  const [below, ...above] = nodes
  expect(below).toMatchObject({
    driver: 'raw',
    'read-only': true,
    file: { filename: base.path.slice('/layers/'.length) },
  })
  expect(above.slice(0, 2)).toEqual(
    tops.map(({ path }) =>
      expect.objectContaining({
        driver: 'qcow2',
        backing: below['node-name'],
        file: expect.objectContaining({ filename: path.slice('/layers/'.length) }),
      }),
    ),
  )
  expect(above).toHaveLength(3)
})
