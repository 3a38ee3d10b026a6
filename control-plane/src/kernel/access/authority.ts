import type { Queryable, Tx } from '../database/database.ts'
import { internal } from '../http/errors.ts'
import type { Services } from '../services/services.ts'
import type { Access } from './access.ts'
import { type Credential, identify, type ProjectRoles } from './actor.ts'

/**
 * Checks a request's permission again when its change is made: its credential, user, silo or roles may have been
 * removed since it started. docs/adr/0029-authority-when-the-change-is-made.md explains why this is a change's last
 * statement.
 */
export class Authority {
  readonly #services: Pick<Services, 'clock' | 'settings'>
  readonly #credential: Credential | undefined
  readonly #access: Access
  readonly #projectRoles: ProjectRoles
  #confirmed: Queryable | undefined

  /** @param credential undefined for operations that are open to all, whose permission cannot be lost */
  constructor(
    services: Pick<Services, 'clock' | 'settings'>,
    credential: Credential | undefined,
    access: Access,
    projectRoles: ProjectRoles,
  ) {
    this.#services = services
    this.#credential = credential
    this.#access = access
    this.#projectRoles = projectRoles
  }

  /** Reads the credential and its roles again and repeats all checks. @throws 401, 403, 404 */
  async confirm(db: Queryable): Promise<void> {
    if (!this.#credential) return
    const { clock, settings } = this.#services
    const options = { now: clock.now(), limits: settings.sessions, projectRoles: this.#projectRoles }
    this.#access.repeat((await identify(db, [this.#credential], options)).actor)
    this.#confirmed = db
  }

  /**
   * Confirms, unless the handler has already done so in this transaction.
   * @throws 500 if the handler has checked nothing: its change is then not committed
   */
  async confirmOnce(tx: Tx): Promise<void> {
    if (this.#credential && !this.#access.decided) throw internal('a change without a permission check')
    if (this.#confirmed !== tx) await this.confirm(tx)
  }
}
