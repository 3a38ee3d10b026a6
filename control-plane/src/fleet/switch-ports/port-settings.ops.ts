import type { switchPorts } from '@skerry/contract/fleet/switch-ports.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { conflict, forbidden, invalidRequest, notFound } from '../../kernel/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { selector } from '../../kernel/access/scope.ts'
import { isUuid } from '@skerry/contract/rules/names.ts'
import { roleSuffices } from '@skerry/contract/rules/roles.ts'
import { onFleetThing } from '../fleet-thing.ts'
import { changeNetworking, holdNetworking } from '../system-networking/hold.ts'
import { checkSettings } from './port-settings-check.ts'
import {
  deleteSettings,
  findSettings,
  portSettings,
  portWith,
  putSettings,
  switchOfTwoSystems,
  switchWithAddressTwice,
  wholeSettings,
} from './port-settings.repo.ts'
import { settingsIdentityView, settingsView } from './port-settings.view.ts'

/** @throws 409 when a switch would have one address on two ports, or speak for two autonomous systems */
export async function refuseConflicts(tx: Tx): Promise<void> {
  const twice = await switchWithAddressTwice(tx)
  if (twice) throw conflict(`${twice.switch_location} would have address ${twice.address} on ports ${twice.ports}`)
  const found = await switchOfTwoSystems(tx)
  if (found)
    throw conflict(`${found.switch_location} would speak BGP for autonomous systems ${found.asns}: it can for one`)
}

/**
 * Settings of a name that is taken are changed, on the ports that have them too: not by those who may only make more.
 * @throws 403
 */
async function requireReplacing(call: Pick<Call, 'access'> & { body: { name: string } }, tx: Tx): Promise<void> {
  if (roleSuffices(call.access.fleetRole, 'admin')) return
  if (await findSettings(tx, call.body.name)) throw forbidden()
}

export const portSettingsOps: Pick<
  Handlers<typeof switchPorts>,
  | 'networking_switch_port_settings_list'
  | 'networking_switch_port_settings_create'
  | 'networking_switch_port_settings_delete'
  | 'networking_switch_port_settings_view'
> = {
  networking_switch_port_settings_list(call) {
    call.access.onFleet()
    const only = call.query.port_settings
    const listed = portSettings(call.db).$if(only !== undefined, (query) =>
      query.where(isUuid(only!) ? 'id' : 'name', '=', only!),
    )
    return pageOf(call.page, call.sort, listed, { table: 'switch_port_settings', view: settingsIdentityView })
  },

  networking_switch_port_settings_create(call) {
    call.access.onFleet()
    checkSettings(call.body)
    return call.transaction(async (tx) => {
      await requireReplacing(call, tx)
      await changeNetworking(tx, call.services)
      await requireReplacing(call, tx)
      const made = await putSettings(tx, call.body, call.now)
      call.target(made.settings.id)
      await refuseConflicts(tx)
      return settingsView(made)
    })
  },

  networking_switch_port_settings_delete(call) {
    call.access.onFleet()
    const { port_settings: asked } = call.query
    if (asked === undefined) throw invalidRequest('port_settings is required')
    return call.transaction(async (tx) => {
      await holdNetworking(tx)
      const settings = await findSettings(tx, asked)
      if (!settings) throw notFound('switch-port-settings', selector(asked))
      call.target(settings.id)
      const port = await portWith(tx, settings.id)
      if (port)
        throw invalidRequest(
          `switch port settings "${settings.name}" are applied to port ${port.name} of ${port.switch_location}: clear them first`,
        )
      await deleteSettings(tx, settings.id)
    })
  },

  async networking_switch_port_settings_view(call) {
    const asked = call.params.port
    const by = selector(asked)
    const settings = onFleetThing(call, 'switch-port-settings', by, await findSettings(call.db, asked))
    return settingsView(await wholeSettings(call.db, settings))
  },
}
