import type { Capabilities } from '@skerry/contract/rules/capabilities.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Platform } from '../../platform/interface/platform.ts'
import type { SessionLimits } from '../access/actor.ts'
import type { Passwords } from '../access/secrets.ts'
import type { SourceAddresses } from '../access/source-addresses.ts'
import type { ChangeHub } from '../changes/change-hub.ts'
import type { DatabaseGuard } from '../database/database-watch.ts'
import type { Db } from '../database/database.ts'
import type { PageTokens } from '../http/paging.ts'
import type { Budgets } from '../limits/budgets.ts'
import type { AnyResource } from '../resources/resource.ts'
import type { Sagas } from '../sagas/saga.ts'
import type { SelfReport } from '../sagas/self-report.ts'
import type { Log } from '../telemetry/log.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { FilesMark } from './files-mark.ts'
import type { Outbound } from './outbound.ts'

/** Services of the wings. Each adds its own by a module augmentation, since the kernel imports no wing. */
export interface WingServices {}

/** Parts of a control plane: built once at start and passed to every call and saga. */
export interface Services extends WingServices {
  db: Db
  databaseGuard: DatabaseGuard
  clock: Clock
  log: Log
  platform: Platform
  capabilities: Capabilities
  sagas: Sagas
  passwords: Passwords
  outbound: Outbound
  budgets: Budgets
  pageTokens: PageTokens
  telemetry: Telemetry
  sources: SourceAddresses
  /** Undefined if the database's changes are not received. */
  changes: ChangeHub | undefined
  /** Undefined without files. */
  filesMark: FilesMark | undefined
  settings: Settings
  sessionCookie: string
  report: SelfReport
  resources: readonly AnyResource[]
}

export interface Settings {
  sessions: SessionLimits
  /** Cookies are `Secure`, whatever the connection to this server is. */
  secureCookies: boolean
  /** The origin that browsers see, where a proxy is in front. */
  publicUrl: string | undefined
  /** The silos' hosts are `<silo>.sys.<domain>`; undefined if not configured. */
  domain: string | undefined
}

export const DEFAULT_SETTINGS: Settings = {
  sessions: { idleMs: 8 * 3_600_000, absoluteMs: 24 * 3_600_000 },
  secureCookies: false,
  publicUrl: undefined,
  domain: undefined,
}
