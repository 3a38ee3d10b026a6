export const randomId = (): string => crypto.randomUUID()

export { FLEET_ID } from '@skerry/contract/rules/fleet.ts'
