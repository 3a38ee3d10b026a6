import { systemClock } from '../../../clock/clock.ts'
import { Work } from '../base/work.ts'
import { GatedFiles } from '../testing/gated-files.ts'
import { QemuVolumes } from './qemu-volumes.ts'
import { makeCall, type VolumeCall } from './volume-call.fixtures.ts'
import { conversion } from './volume-site.fixtures.ts'

const [folder, lastStep, call] = process.argv.slice(2)

let changesLeft = Number(lastStep)
/** Kills this process after the given number of changes of the files. */
const fatalFiles = new GatedFiles(() => {
  if (--changesLeft < 0) process.kill(process.pid, 'SIGKILL')
})

const work = new Work(systemClock)
const volumes = new QemuVolumes({
  work,
  folder: folder!,
  keepFreeBytes: () => 0,
  emit: () => {},
  report: () => {},
  conversion,
  files: fatalFiles,
})
await makeCall(volumes, JSON.parse(call!) as VolumeCall)
await work.close()
volumes.close()
