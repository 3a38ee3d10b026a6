import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { durable } from '../../file-system/durable-files.ts'
import { NoPlainFile, readPlainFile } from '../../file-system/plain-file.ts'
import { type PlatformName, platformNames } from '../../platform/choice/platform-choice.ts'
import { filesFolders } from '../folder/data-folder.ts'
import { reasonOf, StartupError } from './startup-error.ts'

/** A file of the data folder with the name of the platform that its data belong to. */
const FILE = 'platform'
/** Only this platform makes a folder of its own name. */
const WITH_FOLDER: PlatformName = 'qemu'
/** A data folder that was used contains at least one of these, or that one. */
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
  if (remembered === undefined && requested === undefined && contents.some((name) => isIn(dataFolder, name)))
    throw new StartupError(
      `${dataFolder} has data, but no file "${FILE}" that says whose: restore the file, or start once with ` +
        `--platform ${platformNames.join(' or --platform ')}, whichever the data belong to`,
    )
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
  const text = read(join(dataFolder, FILE))?.trim()
  if (text === undefined) return isIn(dataFolder, WITH_FOLDER) ? WITH_FOLDER : undefined
  if (isPlatform(text)) return text
  throw new StartupError(`The data in ${dataFolder} belong to the platform "${text}", which this version does not have`)
}

const isIn = (dataFolder: string, name: string) => existsSync(join(dataFolder, name))

function read(path: string): string | undefined {
  try {
    return readPlainFile(path)
  } catch (error) {
    if (error instanceof NoPlainFile) throw error
    // The data folder is no folder: that is reported when it is prepared.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    const [reason] = reasonOf(error).split(',')
    throw new StartupError(`Cannot read ${path}: ${reason} (SKERRY_DATA chooses another folder)`)
  }
}
