import { invalidRequest } from '../../../kernel/http/errors.ts'
import type { SwitchLocation } from '../../../platform/interface/system-network.ts'

export const isSwitchLocation = (name: string): name is SwitchLocation => name === 'switch0' || name === 'switch1'

/** Parses the location of a switch. @throws 400 */
export function switchLocation(name: string): SwitchLocation {
  if (isSwitchLocation(name)) return name
  throw invalidRequest(`there is no switch "${name}": it is switch0 or switch1`)
}
