import type { switchPorts as operations } from '@skerry/contract/fleet/switch-ports.ts'
import { requireOnFleet } from '../../../kernel/access/require-on-fleet.ts'
import { selector } from '../../../kernel/access/scope.ts'
import type { Queryable } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { Call, Handlers } from '../../../kernel/http/call.ts'
import { differenceOf } from '../../../kernel/http/difference.ts'
import { notFound, notFoundWhat } from '../../../kernel/http/errors.ts'
import { pageOf, pageOfItems } from '../../../kernel/http/paging.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import { isSwitchLocation, switchLocation } from '../system-networking/location.ts'
import { changeNetworking } from '../system-networking/lock.ts'
import { portSettingsOps, refuseConflicts } from './port-settings.ops.ts'
import { findSettings, setLinks } from './port-settings.repo.ts'
import { linkStateView, neighborView, portView } from './switch-port.view.ts'
import { findPort, setPortSettings, listedPorts } from './switch-ports.repo.ts'

interface PortSelector {
  rack_id: string
  switch_location: string
  port: string
}

/** Finds the port in path and query, and checks permission. @throws 404, 403, 400 */
async function portOf(call: Call, db: Queryable): Promise<Row<'switch_ports'>> {
  const { rack_id, switch_location, port: name } = { ...call.query, ...call.params } as unknown as PortSelector
  // Permission first: the 400 for an unknown switch is for fleet viewers only.
  if (!isSwitchLocation(switch_location)) call.access.onFleet(() => notFound('switch-port', { name }))
  const key = { rack_id, switch_location: switchLocation(switch_location), name }
  return requireOnFleet(call, 'switch-port', { name }, await findPort(db, key))
}

/** The settings of a port. @throws 404 when it has none */
async function settingsOf(db: Queryable, port: Row<'switch_ports'>): Promise<Row<'switch_port_settings'>> {
  const settings = port.port_settings_id === null ? undefined : await findSettings(db, port.port_settings_id)
  if (!settings) throw notFoundWhat(`switch port settings of port "${port.name}" of ${port.switch_location}`)
  return settings
}

export const switchPortsOps: Handlers<typeof operations> = {
  ...portSettingsOps,

  networking_switch_port_list(call) {
    call.access.onFleet()
    const only = call.query.switch_port_id
    const listed = listedPorts(call.db).$if(only !== undefined, (query) => query.where('id', '=', only!))
    return pageOf(call.page, call.sort, listed, { table: 'switch_ports', view: portView })
  },

  async networking_switch_port_status(call) {
    const port = await portOf(call, call.db)
    return linkStateView(await call.services.platform.systemNetwork.port(port.id))
  },

  async networking_switch_port_link_list(call) {
    call.access.onFleet()
    return [...(await call.services.platform.systemNetwork.portLinks())].map(([port_id, { up, since }]) => ({
      port_id,
      state: up ? 'up' : 'down',
      since: timestamp(since),
    }))
  },

  networking_switch_port_apply_settings(call) {
    return call.transaction(async (tx) => {
      await portOf(call, tx)
      await changeNetworking(tx, call.services)
      const port = await portOf(call, tx)
      call.target(port.id)
      const nameOrId = call.body.port_settings
      const settings = await findSettings(tx, nameOrId)
      if (!settings) throw notFound('switch-port-settings', selector(nameOrId))
      await setPortSettings(tx, port.id, settings.id, call.now)
      await refuseConflicts(tx)
    })
  },

  networking_switch_port_clear_settings(call) {
    return call.transaction(async (tx) => {
      await portOf(call, tx)
      await changeNetworking(tx, call.services)
      const port = await portOf(call, tx)
      call.target(port.id)
      await setPortSettings(tx, port.id, null, call.now)
    })
  },

  async networking_switch_port_lldp_config_view(call) {
    const port = await portOf(call, call.db)
    const { links } = await settingsOf(call.db, port)
    const [first] = links
    if (!first) throw notFoundWhat(`LLDP configuration of port "${port.name}" of ${port.switch_location}`)
    return first.lldp
  },

  networking_switch_port_lldp_config_update(call) {
    return call.transaction(async (tx) => {
      await portOf(call, tx)
      await changeNetworking(tx, call.services)
      const port = await portOf(call, tx)
      call.target(port.id)
      const settings = await settingsOf(tx, port)
      const { id } = call.body
      const present = settings.links.find(({ lldp }) => lldp.id === id)
      if (!present) throw notFound('lldp-link-config', { id })
      const links = settings.links.map((link) => (link.lldp.id === id ? { ...link, lldp: call.body } : link))
      await setLinks(tx, settings.id, links, call.now)
      call.target(port.id, differenceOf(present.lldp, call.body))
    })
  },

  async networking_switch_port_lldp_neighbors(call) {
    const port = await portOf(call, call.db)
    const status = await call.services.platform.systemNetwork.port(port.id)
    const neighbors = (status?.neighbors ?? []).map(neighborView)
    return pageOfItems(
      call.page,
      neighbors,
      ({ local_port, chassis_id, link_name }) => `${local_port} ${chassis_id} ${link_name}`,
    )
  },
}
