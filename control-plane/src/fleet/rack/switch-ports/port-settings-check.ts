import type { SwitchPortSettingsCreate } from '@skerry/contract/fleet/switch-port-settings.ts'
import { md5KeyProblem } from '@skerry/contract/rules/md5-keys.ts'
import { invalidRequest } from '../../../kernel/http/errors.ts'

/** Checks what needs no database. @throws 400 */
export function checkSettings({ groups, links, bgp_peers }: SwitchPortSettingsCreate): void {
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
