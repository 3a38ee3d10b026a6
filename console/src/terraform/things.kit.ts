import type { Instance } from '~/api/types.gen.ts'

export const id = (digit: number): string => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`

/** What all things have. */
export const thing = (digit: number, name: string) => ({
  id: id(digit),
  name,
  description: '',
  timeCreated: new Date(0),
  timeModified: new Date(0),
})

export const instance: Instance = {
  ...thing(6, 'db'),
  autoRestartEnabled: true,
  bootDiskId: id(4),
  hostname: 'db',
  memory: 2 ** 30,
  ncpus: 2,
  projectId: id(1),
  runState: 'stopped',
  timeRunStateUpdated: new Date(0),
}
