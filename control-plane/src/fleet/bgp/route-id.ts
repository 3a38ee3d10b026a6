/** A 32-bit id of an imported route (FNV-1a). */
export function routeId(route: string): number {
  let state = 0x811c9dc5
  for (let i = 0; i < route.length; i++) state = Math.imul(state ^ route.charCodeAt(i), 0x01000193)
  return state >>> 0
}
