import { availableParallelism, freemem, totalmem } from 'node:os'
import { freeBytes } from '../../../file-system/space.ts'
import { cgroupsOfThisHost, limitsText } from '../cgroups/find-cgroups.ts'
import { ARCHITECTURES, hasEfi, hostArchitecture, type Accelerator } from '../machines/order/architecture.ts'
import { reachOfConfined } from '../volumes/confined.ts'
import { acceleratorOf } from './accelerator.ts'
import type { HostOptions } from './host-options.ts'
import { hostProblem } from './host-problem.ts'
import { type HostProgram, networkPrograms, neededPrograms, QEMU_BINARY } from './host-programs.ts'
import { passtProblem } from './passt.ts'
import { findProgram } from './programs.ts'
import { resolversOf, resolversText } from './resolvers.ts'
import { uplinkProblem, uplinkWarning } from './uplink.ts'

interface Line {
  name: string
  /** Description of what was found; undefined if it is missing. */
  found: string | undefined
  cost: string
}

/** A table of what this host offers for real machines, and whether that is enough. */
export async function hostReport(
  dataFolder: string,
  { uplink, uplinkType, accelerator, resolvers }: Partial<HostOptions> = {},
): Promise<{ text: string; usable: boolean }> {
  const needed = await Promise.all(neededPrograms.map(programLine))
  const installed = needed.every(({ found }) => found !== undefined)
  const problem = await hostProblem(accelerator)
  const lines = [
    ...needed,
    ...(installed ? [await acceleratorLine(accelerator)] : []),
    await efiLine(),
    rightsLine(),
    await imagesLine(),
    { name: 'limits', ...limitsText(await cgroupsOfThisHost()) },
    { name: 'processors', found: `${availableParallelism()}`, cost: '' },
    { name: 'memory', found: `${inGiB(freemem())} free of ${inGiB(totalmem())} GiB`, cost: '' },
    { name: 'room', found: `${inGiB(await freeBytes(dataFolder))} GiB for ${dataFolder}`, cost: '' },
    ...(await Promise.all(networkPrograms.map(programLine))),
    await passtLine(),
    await uplinkLine({ uplink, uplinkType, resolvers }),
  ]
  const usable = problem === undefined
  const conclusion = usable
    ? 'Real machines can run here, and new data are for them: npm start'
    : `Real machines cannot run here: ${problem}. The simulator can: npm start`
  return { text: `${lines.map(lineText).join('')}\n${conclusion}\n`, usable }
}

async function programLine(wanted: HostProgram): Promise<Line> {
  const { name, debianPackage, cost } = wanted
  const program = await findProgram(wanted)
  return {
    name,
    found: program && [program.path, program.version].filter(Boolean).join(' '),
    cost: `${cost} (Debian package ${debianPackage})`,
  }
}

async function acceleratorLine(wanted: Accelerator | undefined): Promise<Line> {
  const { accelerator, reason, bootMs } = await acceleratorOf(QEMU_BINARY, wanted)
  const how = bootMs === undefined ? 'as SKERRY_ACCELERATOR says' : `a boot sector ran after ${bootMs} ms`
  const found = accelerator === 'kvm' ? how : undefined
  return { name: 'KVM', found, cost: `machines are emulated, ten times slower or more (${reason})` }
}

async function efiLine(): Promise<Line> {
  const { hasBios, efi } = ARCHITECTURES[hostArchitecture]
  const found = hasEfi(hostArchitecture) ? efi.code : undefined
  const lost = hasBios ? 'images that boot only with EFI do not start' : 'no machine starts'
  return { name: 'EFI firmware', found, cost: `${lost} (Debian package ${efi.debianPackage})` }
}

/** Neither value is a problem: careful operators do not run servers as root. */
const rightsLine = (): Line => ({
  name: 'rights',
  found:
    process.getuid?.() === 0
      ? 'root: each machine runs as a user of its own, in the networks of its VPC, and the server as an ordinary user'
      : 'an ordinary user: all machines run as this user',
  cost: '',
})

async function imagesLine(): Promise<Line> {
  const reach = await reachOfConfined()
  const found = reach === undefined ? 'qemu-img reads them without network or files of this host' : undefined
  return { name: 'images', found, cost: `a qemu-img that an image takes over reaches ${reach}` }
}

/** Reported for ordinary users only: root has other networks. */
async function passtLine(): Promise<Line> {
  const name = 'passt'
  if (process.getuid?.() === 0) return { name, found: 'not needed by root', cost: '' }
  const problem = await passtProblem()
  const found = problem === undefined ? 'each machine reaches the internet, and has a port of this host' : undefined
  return { name, found, cost: `machines reach nothing: ${problem}` }
}

async function uplinkLine({ uplink, uplinkType, resolvers }: Partial<HostOptions>): Promise<Line> {
  const name = 'uplink'
  if (uplink === undefined) return { name, found: 'none: only this host reaches external addresses', cost: '' }
  const problem = await uplinkProblem(uplink)
  if (problem !== undefined) return { name, found: undefined, cost: `the server does not start: ${problem}` }
  if (process.getuid?.() !== 0) return { name, found: `${uplink}: no effect for an ordinary user`, cost: '' }
  try {
    const warning = await uplinkWarning(uplink, uplinkType)
    const names = resolversText(await resolversOf(resolvers))
    return { name, found: `${uplink}: external addresses are reached from its network; ${names}${warning}`, cost: '' }
  } catch (error) {
    return { name, found: undefined, cost: `the server does not start: ${(error as Error).message}` }
  }
}

const inGiB = (bytes: number) => (bytes / 2 ** 30).toFixed(1)

const lineText = ({ name, found, cost }: Line): string =>
  `${found === undefined ? 'missing' : 'ok     '}  ${name.padEnd(18)}  ${found ?? cost}\n`
