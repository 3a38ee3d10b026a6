import type { SwitchPortSettingsCreate } from '@skerry/contract/fleet/switch-port-settings.ts'
import { invalidRequest } from '../../kernel/errors.ts'

/** @throws 400 for what contradicts itself, whatever else there is */
export function checkSettings({ groups, links, bgp_peers }: SwitchPortSettingsCreate): void {
  const [group] = groups
  if (group !== undefined) throw invalidRequest(`there is no group of switch port settings "${group}"`)
  const names = links.map(({ link_name }) => link_name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw invalidRequest(`link "${twice}" is there twice`)
  for (const { addr, md5_auth_key: key } of bgp_peers.flatMap(({ peers }) => peers))
    if (key !== null && key !== undefined && !/^[\x20-\x7e]{1,80}$/.test(key))
      throw invalidRequest(`the MD5 key of peer ${addr} must be 1 to 80 printable ASCII characters`)
}
