import type { Platform } from '../platform/platform.ts'
import type { SessionLimits } from './actor.ts'
import type { Archives } from './archives.ts'
import type { Clock } from '../clock/clock.ts'
import type { Db } from './database.ts'
import type { Log } from './log.ts'
import type { Outside } from './outside.ts'
import type { Sagas } from './saga.ts'
import type { PageTokens } from './paging.ts'
import type { Saml } from './saml.ts'
import type { Passwords } from './secrets.ts'
import type { SourceAddresses } from './source-addresses.ts'
import type { Telemetry } from './telemetry.ts'
import type { UpdateArchives } from './update-archives.ts'

/** What a control plane is made of; built once at start and handed to every call and saga. */
export interface Services {
  db: Db
  clock: Clock
  log: Log
  platform: Platform
  sagas: Sagas
  passwords: Passwords
  outside: Outside
  saml: Saml
  archives: Archives
  updateArchives: UpdateArchives
  pageTokens: PageTokens
  telemetry: Telemetry
  sources: SourceAddresses
  settings: Settings
}

export interface Settings {
  sessions: SessionLimits
  /** Sends `Secure` with cookies. */
  secureCookies: boolean
  /** The silos' hosts are `<silo>.sys.<domain>`; undefined where it is not known. */
  domain: string | undefined
}

export const DEFAULT_SETTINGS: Settings = {
  sessions: { idleMs: 8 * 3_600_000, absoluteMs: 24 * 3_600_000 },
  secureCookies: false,
  domain: undefined,
}
