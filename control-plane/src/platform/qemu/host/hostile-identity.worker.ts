import { join } from 'node:path'
import { tryPlaces } from '../../../node/testing/plant.ts'
import { hostIdentity } from './host-identity.ts'

const start = (data: string) => hostIdentity(join(data, 'qemu'))

await tryPlaces({ qemu: start, 'qemu/host.json': start, 'qemu/host.json.draft': start })
