import { freeBytes } from '../../../file-system/space.ts'
import { jsonFile } from '../../interface/diagnostics.ts'
import type { DiagnosticFile, Diagnostics } from '../../interface/diagnostics.ts'
import type { Hardware } from '../../interface/hardware.ts'
import type { Instances } from '../../interface/instances.ts'
import { runProgram } from '../base/run-program.ts'
import type { Work } from '../base/work.ts'

interface DiagnosticSources {
  work: Work
  binary: string
  accelerator: string
  folder: string
  hardware: Hardware
  instances: Instances
}

/** Diagnostics of a host that does not run machines as it should. */
export class QemuDiagnostics implements Diagnostics {
  readonly #sources: DiagnosticSources

  constructor(sources: DiagnosticSources) {
    this.#sources = sources
  }

  gather(id: string, signal?: AbortSignal): Promise<readonly DiagnosticFile[]> {
    const { work, binary, accelerator, folder, hardware, instances } = this.#sources
    return work.enqueue(id, 'gather', signal, async () => [
      jsonFile('platform/host.json', { ...(await hardware.inventory()), seen: work.clock.now() }),
      jsonFile('platform/machines.json', await instances.list()),
      jsonFile('platform/storage.json', { freeBytes: await freeBytes(folder) }),
      jsonFile('platform/qemu.json', { accelerator, version: await versionOf(binary) }),
    ])
  }
}

/** The first line of a program's version output, or why there is none. */
async function versionOf(binary: string): Promise<string> {
  try {
    return (await runProgram(binary, ['--version'])).stdout.split('\n')[0]!
  } catch (error) {
    return (error as Error).message
  }
}
