import { parseArgs } from 'node:util'
import type { ImageChecksum } from '../../contract/src/compute/image-fetches.ts'

export const help = `Adds images to a running Skerry: the server downloads and verifies them.

  npm run images -- list                 list the images of the catalog
  npm run images -- add debian-13        add one; -amd64 or -arm64 behind it names another machine's architecture
  npm run images -- add https://example.org/disk.qcow2 --checksum HEX --name NAME --os OS --version VERSION

  --project NAME    the image belongs to this project (to the silo of the token)
  --name NAME       name of the image (that of the catalog, without its architecture)
  --checksum HEX    SHA-256 or SHA-512 of the file at an address
  --os, --version   what an image at an address holds

Environment
  SKERRY_TOKEN      access token of a user who may create images
  SKERRY_URL        address of the server (http://localhost:4400, or the port in SKERRY_PORT)

It exits with 0 once the image is ready, with 1 if it could not be added, and with 2 for wrong arguments.
If you stop it, the server continues.
`

export class WrongUsage extends Error {}

/** Where the image comes from. An image of the catalog may be named without its architecture. */
export type Source =
  | { type: 'catalog'; image: string }
  | { type: 'url'; url: string; checksum: ImageChecksum; name: string; os: string; version: string }

export interface AddCommand {
  type: 'add'
  source: Source
  name: string | undefined
  /** Name or id; undefined for an image of the silo. */
  project: string | undefined
}

export type Command = { type: 'help' } | { type: 'list' } | AddCommand

/** @throws WrongUsage */
export function readCommand(args: string[]): Command {
  const { values, positionals } = parsed(args)
  const [command, image, ...rest] = positionals
  if (values.help || command === undefined) return { type: 'help' }
  if (command === 'list' && image === undefined) return { type: 'list' }
  if (command !== 'add' || image === undefined || rest.length > 0)
    throw new WrongUsage('the commands are list, and add IMAGE: see npm run images -- --help')
  const { name, project } = values
  return {
    type: 'add',
    source: image.includes('://') ? urlSource(image, values) : catalogSource(image, values),
    name,
    project,
  }
}

type Values = ReturnType<typeof parsed>['values']

function parsed(args: string[]) {
  const text = { type: 'string' } as const
  const options = {
    help: { type: 'boolean', short: 'h' },
    project: text,
    name: text,
    checksum: text,
    os: text,
    version: text,
  } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message.split('. ')[0]}: see npm run images -- --help`)
  }
}

function catalogSource(image: string, { checksum, os, version }: Values): Source {
  if (checksum ?? os ?? version) throw new WrongUsage('--checksum, --os and --version are for an image at an address')
  return { type: 'catalog', image }
}

function urlSource(url: string, { name, os, version, checksum }: Values): Source {
  if (!name || !os || !version || !checksum)
    throw new WrongUsage('an image at an address needs --checksum, --name, --os and --version')
  return { type: 'url', url, checksum: checksumOf(checksum), name, os, version }
}

function checksumOf(hex: string): ImageChecksum {
  const type = { 64: 'sha256', 128: 'sha512' } as const
  if (/^[0-9a-f]+$/i.test(hex) && (hex.length === 64 || hex.length === 128))
    return { type: type[hex.length], value: hex }
  throw new WrongUsage('--checksum must be 64 (SHA-256) or 128 (SHA-512) hexadecimal digits')
}
