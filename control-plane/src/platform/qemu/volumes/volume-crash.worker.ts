import { systemClock } from '../../../clock/clock.ts'
import { Work } from '../work.ts'
import { Disk } from './disk.ts'
import { QemuVolumes } from './qemu-volumes.ts'
import { makeCall, type VolumeCall } from './volume-call.fixtures.ts'
import { conversion } from './volume-site.fixtures.ts'

const [folder, lastStep, call] = process.argv.slice(2)

/** Kills this process once it has changed the files so many times. */
class FatalDisk extends Disk {
  #left = Number(lastStep)

  override write = this.#counted(super.write)
  override writeAt = this.#counted(super.writeAt)
  override setLength = this.#counted(super.setLength)
  override makeReadOnly = this.#counted(super.makeReadOnly)
  override sync = this.#counted(super.sync)
  override rename = this.#counted(super.rename)
  override remove = this.#counted(super.remove)

  #counted<Args extends unknown[]>(work: (...args: Args) => Promise<void>): (...args: Args) => Promise<void> {
    return async (...args) => {
      if (--this.#left < 0) process.kill(process.pid, 'SIGKILL')
      await work.apply(this, args)
    }
  }
}

const work = new Work(systemClock)
const volumes = new QemuVolumes({
  work,
  folder: folder!,
  keepFreeBytes: () => 0,
  emit: () => {},
  conversion,
  disk: new FatalDisk(),
})
await makeCall(volumes, JSON.parse(call!) as VolumeCall)
await work.close()
volumes.close()
