import { stateRules } from './states.ts'

export const snapshotStates = ['creating', 'ready', 'faulted', 'destroyed'] as const
export type SnapshotStateName = (typeof snapshotStates)[number]

export interface SnapshotLike {
  state: SnapshotStateName
}

const rule = stateRules<SnapshotStateName, SnapshotLike>('snapshot', (snapshot) => snapshot.state, {
  creating: 'being created',
})

export const snapshotCan = {
  createImage: rule(['ready'], 'can become an image'),
  createDisk: rule(['ready'], 'can become a disk'),
  delete: rule(['ready', 'faulted'], 'can be deleted'),
}
