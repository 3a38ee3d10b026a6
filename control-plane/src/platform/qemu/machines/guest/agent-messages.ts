import * as z from 'zod'
import type { GuestFileSystem, GuestInterface } from '../../../interface/instances.ts'

const MAX_TEXT = 200
const MAX_INTERFACES = 64
const MAX_ADDRESSES = 64
const MAX_FILE_SYSTEMS = 128

/** A guest's text, limited in length and cleaned: one line, without control characters or changes of direction. */
const shortText = z
  .string()
  .transform((value) => value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, MAX_TEXT))
const textOrNull = shortText.nullish().transform((value) => value || null)
const bytes = z
  .int()
  .nonnegative()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null)
const first = <Item extends z.ZodType>(most: number, item: Item) =>
  z
    .array(z.unknown())
    .transform((all) => all.slice(0, most))
    .pipe(z.array(item))
const anyResult = z.unknown()

/** Windows names the interface behind a link-local address. */
const ipAddress = z
  .string()
  .transform((value) => value.replace(/%.*$/, ''))
  .pipe(z.union([z.ipv4(), z.ipv6()]))

const guestInterface = z
  .object({
    name: shortText,
    'hardware-address': textOrNull,
    'ip-addresses': first(MAX_ADDRESSES, z.object({ 'ip-address': ipAddress })).optional(),
  })
  .transform((one): GuestInterface => ({
    name: one.name,
    mac: one['hardware-address'],
    addresses: (one['ip-addresses'] ?? []).map((address) => address['ip-address']),
  }))

const fileSystem = z
  .object({ mountpoint: shortText, type: shortText, 'total-bytes': bytes, 'used-bytes': bytes })
  .transform((one): GuestFileSystem => ({
    mountPoint: one.mountpoint,
    type: one.type,
    totalBytes: one['total-bytes'],
    usedBytes: one['used-bytes'],
  }))

/** The commands that an agent receives, with the schemas of their results, which are untrusted. */
export const agentCommands = {
  'guest-info': z.object({ version: textOrNull }),
  'guest-get-host-name': z.object({ 'host-name': textOrNull }),
  'guest-get-osinfo': z.object({
    'pretty-name': textOrNull,
    name: textOrNull,
    version: textOrNull,
    'kernel-release': textOrNull,
  }),
  'guest-network-get-interfaces': first(MAX_INTERFACES, guestInterface),
  'guest-get-fsinfo': first(MAX_FILE_SYSTEMS, fileSystem),
  'guest-fsfreeze-status': z.enum(['thawed', 'frozen']),
  'guest-fsfreeze-freeze': anyResult,
  'guest-fsfreeze-thaw': anyResult,
} satisfies Record<string, z.ZodType>

export type AgentCommand = keyof typeof agentCommands
export type AgentResult<Command extends AgentCommand> = z.output<(typeof agentCommands)[Command]>

export const agentAnswer = z.union([
  z.object({ return: z.unknown() }),
  z.object({ error: z.object({ class: z.string(), desc: z.string() }) }),
])
