export const randomId = (): string => crypto.randomUUID()

/** Stands for the fleet where a resource is named by id. */
export const FLEET_ID = '00000000-0000-0000-0000-000000000000'
