import type { Accelerator } from '../machines/order/architecture.ts'
import { acceleratorOf, bootProblem } from './accelerator.ts'
import { type HostProgram, neededPrograms, QEMU_BINARY } from './host-programs.ts'
import { findProgram } from './programs.ts'

/** Programs that machines need and that do not run here, with the packages to install; undefined if all run. */
export async function missingPrograms(): Promise<string | undefined> {
  const missing: HostProgram[] = []
  for (const program of neededPrograms) if (!(await findProgram(program))) missing.push(program)
  if (missing.length === 0) return undefined
  const [names, packages] = [missing.map(({ name }) => name), missing.map(({ debianPackage }) => debianPackage)]
  return `${names.join(' and ')}, which cannot be run here: apt-get install ${packages.join(' ')}`
}

/**
 * Why machines cannot run here; undefined if a guest has just run.
 * @param wanted the accelerator of the setting
 */
export async function hostProblem(wanted: Accelerator | undefined): Promise<string | undefined> {
  const missing = await missingPrograms()
  if (missing !== undefined) return `they need ${missing}`
  const { accelerator, bootMs } = await acceleratorOf(QEMU_BINARY, wanted)
  return bootMs === undefined ? bootProblem(QEMU_BINARY, accelerator) : undefined
}
