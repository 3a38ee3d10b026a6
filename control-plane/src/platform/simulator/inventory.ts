import type { Inventory, SledHardware, UninitializedSledHardware } from '../interface/hardware.ts'
import { idOf } from './random.ts'

/** The amount of simulated hardware. */
export interface HardwareCounts {
  sleds: number
  expungedSleds: number
  uninitializedSleds: number
  threadsPerSled: number
  memoryBytesPerSled: number
  /** None is reported with 0. */
  storageBytesPerSled: number
  u2PerSled: number
  m2PerSled: number
  switches: number
  portsPerSwitch: number
}

export const standardCounts: HardwareCounts = {
  sleds: 4,
  expungedSleds: 1,
  uninitializedSleds: 1,
  threadsPerSled: 128,
  memoryBytesPerSled: 2 ** 40,
  storageBytesPerSled: 0,
  u2PerSled: 10,
  m2PerSled: 2,
  switches: 2,
  portsPerSwitch: 32,
}

const SLED_PART = 'SKR-SLED-1'
const SWITCH_PART = 'SKR-SWITCH-1'
const disks = {
  u2: { model: 'CS-3200', sizeBytes: 3_200_000_000_000 },
  m2: { model: 'CS-480', sizeBytes: 480_000_000_000 },
} as const

const serialOf = (kind: string, index: number) => `${kind}${String(index + 1).padStart(6, '0')}`
const rackId = idOf('rack 0')

export const sledAt = (cubby: number, id: string, expunged: boolean, counts: HardwareCounts): SledHardware => ({
  id,
  rackId,
  baseboard: { part: SLED_PART, serial: serialOf('SL', cubby), revision: 1 },
  cubby,
  hardwareThreads: counts.threadsPerSled,
  memoryBytes: counts.memoryBytesPerSled,
  ...(counts.storageBytesPerSled > 0 && { storageBytes: counts.storageBytesPerSled }),
  expunged,
  reachable: true,
})

/** The disks of a sled, with ids derived from its serial number. */
export const disksOf = (sled: SledHardware, counts: HardwareCounts): Inventory['physicalDisks'] =>
  (['u2', 'm2'] as const).flatMap((formFactor) =>
    Array.from({ length: formFactor === 'u2' ? counts.u2PerSled : counts.m2PerSled }, (_, slot) => ({
      id: idOf(`disk ${sled.baseboard.serial} ${formFactor} ${slot}`),
      sledId: sled.id,
      vendor: 'Coldstore',
      ...disks[formFactor],
      serial: `${sled.baseboard.serial}-${formFactor.toUpperCase()}-${slot}`,
      formFactor,
      expunged: sled.expunged,
    })),
  )

/** The initial rack: sleds in service, then expunged, then uninitialized ones, in slot order. */
export function deliveredInventory(counts: HardwareCounts): Inventory {
  const known = counts.sleds + counts.expungedSleds
  const sleds = Array.from({ length: known }, (_, cubby) =>
    sledAt(cubby, idOf(`sled ${cubby}`), cubby >= counts.sleds, counts),
  )
  const uninitializedSleds = Array.from({ length: counts.uninitializedSleds }, (_, i): UninitializedSledHardware => {
    const { baseboard, cubby } = sledAt(known + i, '', false, counts)
    return { rackId, cubby, baseboard }
  })
  const switches = Array.from({ length: counts.switches }, (_, index) => ({
    id: idOf(`switch ${index}`),
    rackId,
    baseboard: { part: SWITCH_PART, serial: serialOf('SW', index), revision: 1 },
    location: index ? ('switch1' as const) : ('switch0' as const),
    ports: Array.from({ length: counts.portsPerSwitch }, (_, port) => `qsfp${port}`),
  }))
  return {
    racks: [{ id: rackId }],
    sleds,
    physicalDisks: sleds.flatMap((sled) => disksOf(sled, counts)),
    switches,
    uninitializedSleds,
  }
}
