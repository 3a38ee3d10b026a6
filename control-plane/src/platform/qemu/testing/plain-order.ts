import type { MachineOrder } from '../machines/order/machine-order.ts'

/** The order of a machine with one disk and one network interface. */
export const plainOrder = (parts: Partial<MachineOrder> = {}): MachineOrder => ({
  id: crypto.randomUUID(),
  runId: crypto.randomUUID(),
  user: null,
  sshPort: null,
  cpus: 2,
  memoryBytes: 2 ** 30,
  firmware: 'bios',
  disks: [
    {
      volumeId: crypto.randomUUID(),
      boot: true,
      medium: 'disk',
      blockSize: 512,
      layers: [{ id: crypto.randomUUID(), format: 'raw' }],
    },
  ],
  nics: [{ id: crypto.randomUUID(), mac: 'A8:40:25:F0:00:01', ip: '172.30.0.5', prefixLength: 22, primary: true }],
  ...parts,
})
