import { describe } from 'vitest'
import { largestTurn } from '../../../clock/largest-turn.ts'
import { describeCalls } from '../../conformance/every-call.ts'
import { describeImages } from '../../conformance/images.ts'
import { describeStorageLosses } from '../../conformance/losses.ts'
import type { PlatformUnderTest } from '../../conformance/platform-under-test.ts'
import { describeStorageRestore } from '../../conformance/restore.ts'
import { unknownIds } from '../../conformance/unknown-ids.ts'
import { volumeCalls } from '../../conformance/volume-calls.ts'
import { describeVolumes } from '../../conformance/volumes.ts'
import { VolumeSite } from './volume-site.fixtures.ts'

const under: PlatformUnderTest = {
  name: 'volumes in files',
  limitMs: 60_000,
  maxMachines: 0,
  machinesOutlive: true,
  hasDisplays: false,
  unreadBytes: 0,
  floodBytes: 0,
  largestTurn,
  open: () => VolumeSite.open(),
}

describe(`${under.name}`, () => {
  const unknownVolumes = unknownIds.filter(({ name }) => name.startsWith('volumes.'))
  describeCalls(under, volumeCalls, unknownVolumes)
  describeVolumes(under)
  describeImages(under)
  describeStorageLosses(under)
  describeStorageRestore(under)
})
