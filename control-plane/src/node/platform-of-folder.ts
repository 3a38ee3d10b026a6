import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { type PlatformName, platformNames } from '../platform/platform-choice.ts'
import { durable } from '../file-system/disk.ts'
import { filesFolders } from './data-folder.ts'
import { readStartupFile } from './startup-file.ts'
import { StartupError } from './startup-error.ts'

/** A file of the data folder with the name of the platform that its data belong to. */
const FILE = 'platform'
/** A data folder that was used contains at least one of these. */
const contents = ['postgres', ...Object.values(filesFolders)]

const isPlatform = (text: string): text is PlatformName => (platformNames as readonly string[]).includes(text)

/**
 * The platform of a server with that data folder; undefined for a new folder without a requested one. Throws StartupError
 * if another one is requested than the folder has.
 */
export function platformOf(dataFolder: string, requested: string | undefined, demo: boolean): PlatformName | undefined {
  if (requested !== undefined && !isPlatform(requested))
    throw new StartupError(
      `--platform and SKERRY_PLATFORM must be one of ${platformNames.join(', ')}, not "${requested}"`,
    )
  if (demo && requested !== undefined && requested !== 'simulator')
    throw new StartupError(`--demo is always simulated: start without --demo, or without --platform ${requested}`)
  const remembered = rememberedPlatform(dataFolder)
  const name = requested ?? (demo ? 'simulator' : remembered)
  if (remembered === undefined || remembered === name) return name
  throw new StartupError(
    `The data in ${dataFolder} belong to the platform ${remembered}, not ${name}: start with --platform ${remembered}, or choose another folder with SKERRY_DATA`,
  )
}

/** Records the platform in a file of an existing data folder. The file belongs to the folder's owner. */
export async function rememberPlatform(dataFolder: string, name: PlatformName): Promise<void> {
  const path = join(dataFolder, FILE)
  if (!lstatSync(path, { throwIfNoEntry: false })) await durable(path, `${name}\n`)
}

function rememberedPlatform(dataFolder: string): PlatformName | undefined {
  const text = readIfAllowed(join(dataFolder, FILE))?.trim()
  // A used folder without the file: the simulator was the only platform then.
  if (text === undefined) return contents.some((name) => existsSync(join(dataFolder, name))) ? 'simulator' : undefined
  if (isPlatform(text)) return text
  throw new StartupError(`The data in ${dataFolder} belong to the platform "${text}", which this version does not have`)
}

/** A folder that cannot be read is reported when it is prepared. */
function readIfAllowed(path: string): string | undefined {
  try {
    return readStartupFile(path)
  } catch (error) {
    if (error instanceof StartupError) throw error
    return undefined
  }
}
