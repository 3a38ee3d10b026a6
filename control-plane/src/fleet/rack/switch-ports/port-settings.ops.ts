import type { SwitchPortSettingsCreate } from '@skerry/contract/fleet/switch-port-settings.ts'
import type { switchPorts } from '@skerry/contract/fleet/switch-ports.ts'
import { md5KeyProblem } from '@skerry/contract/rules/md5-keys.ts'
import { isUuid } from '@skerry/contract/rules/names.ts'
import { roleSuffices } from '@skerry/contract/rules/roles.ts'
import { requireOnFleet } from '../../../kernel/access/require-on-fleet.ts'
import { selector } from '../../../kernel/access/scope.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { Call, Handlers } from '../../../kernel/http/call.ts'
import { conflict, forbidden, invalidRequest, notFound } from '../../../kernel/http/errors.ts'
import { pageOf } from '../../../kernel/http/paging.ts'
import { changeNetworking, lockNetworking } from '../system-networking/lock.ts'
import {
  deleteSettings,
  findSettings,
  portSettings,
  portUsing,
  putSettings,
  switchWithTwoAsns,
  switchWithDuplicateAddress,
  withParts,
} from './port-settings.repo.ts'
import { settingsIdentityView, settingsView } from './port-settings.view.ts'

/** @throws 409 when a switch would have one address on two ports, or two autonomous systems */
export async function refuseConflicts(tx: Tx): Promise<void> {
  const duplicate = await switchWithDuplicateAddress(tx)
  if (duplicate)
    throw conflict(`${duplicate.switch_location} would have address ${duplicate.address} on ports ${duplicate.ports}`)
  const ambiguous = await switchWithTwoAsns(tx)
  if (ambiguous)
    throw conflict(
      `${ambiguous.switch_location} would use BGP for autonomous systems ${ambiguous.asns}: it can have one only`,
    )
}

/**
 * A create with an existing name replaces those settings, on their ports too, which needs the role `admin`.
 * @throws 403
 */
async function requireReplacePermission(
  call: Pick<Call, 'access'> & { body: { name: string } },
  tx: Tx,
): Promise<void> {
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
      await requireReplacePermission(call, tx)
      await changeNetworking(tx, call.services)
      await requireReplacePermission(call, tx)
      const created = await putSettings(tx, call.body, call.now)
      call.target(created.settings.id)
      await refuseConflicts(tx)
      return settingsView(created)
    })
  },

  networking_switch_port_settings_delete(call) {
    call.access.onFleet()
    const { port_settings: nameOrId } = call.query
    if (nameOrId === undefined) throw invalidRequest('port_settings is required')
    return call.transaction(async (tx) => {
      await lockNetworking(tx)
      const settings = await findSettings(tx, nameOrId)
      if (!settings) throw notFound('switch-port-settings', selector(nameOrId))
      call.target(settings.id)
      const port = await portUsing(tx, settings.id)
      if (port)
        throw invalidRequest(
          `switch port settings "${settings.name}" are applied to port ${port.name} of ${port.switch_location}: clear them first`,
        )
      await deleteSettings(tx, settings.id)
    })
  },

  async networking_switch_port_settings_view(call) {
    const nameOrId = call.params.port
    const by = selector(nameOrId)
    const settings = requireOnFleet(call, 'switch-port-settings', by, await findSettings(call.db, nameOrId))
    return settingsView(await withParts(call.db, settings))
  },
}

/** Checks what needs no database. @throws 400 */
function checkSettings({ groups, links, bgp_peers }: SwitchPortSettingsCreate): void {
  const [group] = groups
  if (group !== undefined) throw invalidRequest(`there is no group of switch port settings "${group}"`)
  const names = links.map(({ link_name }) => link_name)
  const duplicate = names.find((name, index) => names.indexOf(name) < index)
  if (duplicate !== undefined) throw invalidRequest(`link "${duplicate}" is given twice`)
  for (const { addr, md5_auth_key: key } of bgp_peers.flatMap(({ peers }) => peers)) {
    const problem = key === null || key === undefined ? undefined : md5KeyProblem(key)
    if (problem) throw invalidRequest(`the MD5 key of peer ${addr} ${problem}`)
  }
}
