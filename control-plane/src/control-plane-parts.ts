import type { Capabilities } from '@skerry/contract/rules/capabilities.ts'
import type { Clock } from './clock/clock.ts'
import type { FileHashing } from './compute/disks/file-hashing.ts'
import type { ImageFetching } from './compute/image-fetches/image-fetching.ts'
import type { UpdateArchives } from './fleet/rack/updates/update-archives.ts'
import type { Archives } from './fleet/support-bundles/archives.ts'
import type { Tls } from './identity/certificates/tls.ts'
import type { Saml } from './identity/identity-providers/saml.ts'
import type { Passwords } from './kernel/access/secrets.ts'
import type { ChangeSource } from './kernel/changes/change-source.ts'
import type { DatabaseGuard } from './kernel/database/database-watch.ts'
import type { Db } from './kernel/database/database.ts'
import type { SagaLimits } from './kernel/sagas/saga-drive.ts'
import type { SagaDefinition } from './kernel/sagas/saga.ts'
import type { SelfReport } from './kernel/sagas/self-report.ts'
import type { FilesMark } from './kernel/services/files-mark.ts'
import type { Outbound } from './kernel/services/outbound.ts'
import type { Settings } from './kernel/services/services.ts'
import type { Log } from './kernel/telemetry/log.ts'
import type { Metrics } from './kernel/telemetry/telemetry.ts'
import type { Platform } from './platform/interface/platform.ts'

/** What a control plane is built from: on a server by `node/start/assemble.ts`, in a page by `browser/`. */
export interface ControlPlaneParts {
  db: Db
  /** Guards requests against a database that hangs; left out for one that cannot. */
  databaseGuard?: DatabaseGuard
  clock: Clock
  log: Log
  platform: Platform
  passwords: Passwords
  /** Access to the network, and SAML; only on a server. */
  outbound?: Outbound
  saml?: Saml
  tls?: Tls
  /** Storage for support bundles; only with a file system. */
  archives?: Archives
  /** Versions and configuration of the process, for support bundles. */
  about?: SelfReport['about']
  recentLog?: SelfReport['recentLog']
  /** Storage and verification of update repositories; only with a file system. */
  updateArchives?: UpdateArchives
  /** Tells whether the files above belong to the database; only with a file system. */
  filesMark?: FilesMark
  /** Given only with a network and a file system. */
  imageFetching?: ImageFetching
  /** Given only in Node. */
  hashing?: FileHashing
  /** Receives committed changes; without it there is no event stream. */
  changes?: ChangeSource
  settings?: Partial<Settings>
  /** The sagas that it can run: those of `sagas.ts`, unless a test has others of the same names. */
  sagaDefinitions?: readonly SagaDefinition<object>[]
  /** Called before each step of a saga; an error from it counts as the step's failure. */
  beforeStep?: (saga: string, step: string) => void | Promise<void>
  /** Limits of the saga worker, where they are not the standard ones. */
  sagaLimits?: Partial<SagaLimits>
  /** No other control plane shares the database, so sagas of a crashed one can be claimed at once. */
  alone?: boolean
  /** Counts requests and provides the text of `/_ops/metrics`. */
  metrics?: Metrics
  /** Stores samples of request latency. */
  latencySamples?: boolean
}

/** Capabilities of the platform and of the process in which the control plane runs. */
export const capabilitiesOf = ({
  platform,
  saml,
  archives,
  updateArchives,
  imageFetching,
  hashing,
  changes,
}: ControlPlaneParts): Capabilities => ({
  guest_network: platform.capabilities.guestNetwork,
  image_conversion: platform.capabilities.imageConversion,
  graphical_console: platform.capabilities.graphicalConsole,
  port_forwards: platform.capabilities.portForwards,
  guest_agent: platform.capabilities.guestAgent,
  bios: platform.capabilities.bios,
  efi: platform.capabilities.efi,
  switches: platform.capabilities.switches,
  sled_addition: platform.capabilities.sledAddition,
  updates: platform.capabilities.updates && updateArchives !== undefined,
  saml: saml !== undefined,
  support_bundles: archives !== undefined,
  image_fetches: imageFetching !== undefined,
  upload_checksums: hashing !== undefined,
  event_stream: changes !== undefined,
})
