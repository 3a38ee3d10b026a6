import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mirrors, PUBLISHERS } from '../../compute/image-fetches/catalog.ts'
import type { SessionLimits } from '../../kernel/access/actor.ts'
import type { LogLevel } from '../../kernel/telemetry/log.ts'
import { automaticPlatform, choosePlatform, platformHelp } from '../../platform/choice/choose-platform.ts'
import type { PlatformChoice, PlatformName } from '../../platform/choice/platform-choice.ts'
import { AddressSet } from '../http/address-set.ts'
import { TrustedProxies } from '../http/trusted-proxies.ts'
import { platformOf } from './platform-of-folder.ts'
import { reasonOf, StartupError } from './startup-error.ts'

/** The configuration of one run, from flags and environment. */
export interface Configuration {
  help: boolean
  /** Only prints what this host offers for real machines. */
  check: boolean
  /** Only lets user `admin` in again, by a new password. */
  resetAdmin: boolean
  demo: boolean
  host: string
  /** 0 for any free port, here and in `opsPort`. */
  port: number
  opsPort: number
  /** Port of the TLS listener; none when undefined. */
  httpsPort: number | undefined
  /** The silos' hosts are `<silo>.sys.<domain>`. */
  domain: string | undefined
  /** Absolute. */
  dataFolder: string
  /** The operator's PostgreSQL; undefined for the embedded one. */
  databaseUrl: string | undefined
  adminPassword: string | undefined
  demoPassword: string | undefined
  /** Public address of the console, without a final slash, where it is not the listener's own. */
  publicUrl: string | undefined
  trustedProxies: TrustedProxies
  /** Networks outside of the public internet that requests to user-supplied addresses may reach. */
  outboundNetworks: AddressSet
  /** Largest uploaded update repository, in bytes. */
  maxRepositoryBytes: number
  /** Largest image that the server fetches, in bytes. */
  maxImageBytes: number
  /** Servers to fetch images from instead of their publishers'. */
  imageMirrors: Mirrors
  /** How long a session lasts when idle, and in total. */
  sessions: SessionLimits
  platform: PlatformChoice
  logLevel: LogLevel
}

export const help = `Skerry: a self-hosted cloud, console and control plane in one.

  npm start                  start on http://localhost:4400
  npm start -- --demo        start with demo data (only in an empty database)
  npm start -- --platform NAME  qemu: real machines on this host (docs/real-machines.md), or simulator
  npm start -- --check       print what this host offers for real machines
  npm start -- --reset-admin set a new password for user "admin" and print it; stop the server first
  npm start -- --help        print this text

The first start installs what is missing, builds the console, and prints the password of user "admin" once.
Ctrl-C stops everything; a second Ctrl-C does not wait for running requests.

Environment
  SKERRY_PORT, PORT          port of console and API (4400; 0 takes any free one)
  SKERRY_HOST                address to listen on (127.0.0.1: this machine only)
  SKERRY_HTTPS_PORT          port of console and API over TLS, with the silos' own certificates (none)
  SKERRY_DOMAIN              domain of the silos' hosts, <silo>.sys.<domain>: cloud.example.org (any)
  SKERRY_OPS_PORT            port of health and metrics, always on 127.0.0.1 (9464; 0 takes any free one)
  SKERRY_PUBLIC_URL          public address when a proxy is in front: https://cloud.example.org
  SKERRY_TRUSTED_PROXIES     proxies whose X-Forwarded-For and -Proto are trusted: 127.0.0.1,10.0.0.0/8 (none)
  SKERRY_OUTBOUND_NETWORKS   private networks that webhooks, SAML and images may reach: 10.0.0.0/8 (none)
  SKERRY_PLATFORM            qemu or simulator, as --platform (that of the data folder; for a new one QEMU if it
                             can run here, else the simulator)
  SKERRY_MAX_REPOSITORY_MIB  largest uploaded update repository in MiB (4096)
  SKERRY_MAX_IMAGE_MIB       largest image that the server fetches itself, in MiB (16384)
  SKERRY_IMAGES_DEBIAN, …    mirror of a publisher of images: https://mirror.example.org/debian (${Object.keys(PUBLISHERS).join(', ')})
  HTTPS_PROXY, NO_PROXY      proxy to fetch images through, and the hosts that need none (none)
${platformHelp}
  SKERRY_SESSION_IDLE        minutes until an idle session ends (480)
  SKERRY_SESSION_MAX         minutes until any session ends (1440)
  SKERRY_DATA                folder of all data (./.skerry)
  DATABASE_URL               your own PostgreSQL: postgres://user:password@host/database (embedded)
  SKERRY_ADMIN_PASSWORD      password of user "admin", read only at the first start (generated and printed)
  SKERRY_DEMO_PASSWORD       password of the demo users, with --demo (generated and printed)
  SKERRY_LOG_LEVEL           debug, info, warn or error (info): JSON lines on standard output
`

const levels = ['debug', 'info', 'warn', 'error'] as const

/** Reads flags and environment. Throws StartupError for invalid values. Empty variables count as unset. */
export function readConfiguration(args: string[], environment: NodeJS.ProcessEnv): Configuration {
  const { platform: platformFlag, ...flags } = readFlags(args)
  const read = (name: string) => environment[name] || undefined
  const port = (names: string[], fallback: number) => {
    const name = names.find(read)
    return name ? portNumber(name, read(name)!) : fallback
  }
  const dataFolder = resolve(read('SKERRY_DATA') ?? '.skerry')
  const logLevel = read('SKERRY_LOG_LEVEL') ?? 'info'
  if (!isLevel(logLevel))
    throw new StartupError(`SKERRY_LOG_LEVEL must be one of ${levels.join(', ')}, not "${logLevel}"`)
  return {
    ...flags,
    logLevel,
    host: read('SKERRY_HOST') ?? '127.0.0.1',
    port: port(['SKERRY_PORT', 'PORT'], 4400),
    httpsPort: optionalPort('SKERRY_HTTPS_PORT', read('SKERRY_HTTPS_PORT')),
    domain: domainName(read('SKERRY_DOMAIN')),
    opsPort: port(['SKERRY_OPS_PORT'], 9464),
    // 4096 is the operation's own limit.
    maxRepositoryBytes: mib('SKERRY_MAX_REPOSITORY_MIB', read('SKERRY_MAX_REPOSITORY_MIB') ?? '4096', 4096),
    maxImageBytes: mib('SKERRY_MAX_IMAGE_MIB', read('SKERRY_MAX_IMAGE_MIB') ?? '16384', 2 ** 20),
    imageMirrors: imageMirrors(read),
    platform: platform(platformOf(dataFolder, platformFlag ?? read('SKERRY_PLATFORM'), flags.demo), read),
    sessions: {
      idleMs: minutes('SKERRY_SESSION_IDLE', read('SKERRY_SESSION_IDLE') ?? '480'),
      absoluteMs: minutes('SKERRY_SESSION_MAX', read('SKERRY_SESSION_MAX') ?? '1440'),
    },
    dataFolder,
    databaseUrl: postgresUrl(read('DATABASE_URL')),
    adminPassword: read('SKERRY_ADMIN_PASSWORD'),
    demoPassword: read('SKERRY_DEMO_PASSWORD'),
    publicUrl: webOrigin(read('SKERRY_PUBLIC_URL')),
    trustedProxies: new TrustedProxies(networks('SKERRY_TRUSTED_PROXIES', read('SKERRY_TRUSTED_PROXIES'))),
    outboundNetworks: networks('SKERRY_OUTBOUND_NETWORKS', read('SKERRY_OUTBOUND_NETWORKS')),
  }
}

type Flags = Pick<Configuration, 'help' | 'check' | 'demo' | 'resetAdmin'> & { platform: string | undefined }

function readFlags(args: string[]): Flags {
  try {
    const flag = { type: 'boolean', default: false } as const
    const options = {
      help: { ...flag, short: 'h' },
      check: flag,
      demo: flag,
      'reset-admin': flag,
      platform: { type: 'string' },
    } as const
    const { help, check, demo, platform, 'reset-admin': resetAdmin } = parseArgs({ args, options }).values
    return { help, check, demo, platform, resetAdmin }
  } catch (error) {
    throw new StartupError(`${reasonOf(error).split('. ')[0]}: see npm start -- --help`)
  }
}

const isLevel = (text: string): text is LogLevel => (levels as readonly string[]).includes(text)

function portNumber(name: string, text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new StartupError(`${name} must be a port number from 0 to 65535, not "${text}"`)
}

const optionalPort = (name: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : portNumber(name, text)

function platform(name: PlatformName | undefined, read: (name: string) => string | undefined): PlatformChoice {
  try {
    return name === undefined ? automaticPlatform(read) : choosePlatform(name, read)
  } catch (error) {
    throw new StartupError(reasonOf(error), error)
  }
}

/** Mebibytes, in bytes. */
function mib(name: string, text: string, most: number): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= most) return count * 2 ** 20
  throw new StartupError(`${name} must be a number from 1 to ${most}, not "${text}"`)
}

function imageMirrors(read: (name: string) => string | undefined): Mirrors {
  const set = Object.keys(PUBLISHERS).flatMap((publisher) => {
    const name = `SKERRY_IMAGES_${publisher.toUpperCase()}`
    const text = read(name)
    if (text === undefined) return []
    const url = urlOf(text)
    if (url?.protocol === 'https:' && !url.search && !url.hash && !url.username)
      return [[publisher, url.href.replace(/\/+$/, '')]]
    throw new StartupError(`${name} must be an address such as https://mirror.example.org/${publisher}, not "${text}"`)
  })
  return Object.fromEntries(set) as Mirrors
}

const MINUTES_A_YEAR = 525_600

/** Minutes, in milliseconds. */
function minutes(name: string, text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= MINUTES_A_YEAR) return count * 60_000
  throw new StartupError(`${name} must be minutes, from 1 to ${MINUTES_A_YEAR}, not "${text}"`)
}

function domainName(text: string | undefined): string | undefined {
  const name = text?.toLowerCase()
  if (name === undefined || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name)) return name
  throw new StartupError(`SKERRY_DOMAIN must be a domain name such as cloud.example.org, not "${text}"`)
}

/** The message never repeats the value: it may hold a password. */
function postgresUrl(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:$/.test(urlOf(text)?.protocol ?? '')) return text
  throw new StartupError('DATABASE_URL must be an address such as postgres://user:password@host:5432/database')
}

function webOrigin(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = urlOf(text)
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search) return url.origin
  throw new StartupError(`SKERRY_PUBLIC_URL must be an address such as https://cloud.example.org, not "${text}"`)
}

function networks(name: string, text: string | undefined): AddressSet {
  const entries = (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
  try {
    return new AddressSet(entries)
  } catch {
    throw new StartupError(`${name} must be addresses or networks such as 127.0.0.1,10.0.0.0/8, not "${text}"`)
  }
}

const urlOf = (text: string) => URL.parse(text)
