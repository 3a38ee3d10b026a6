/** Stands for the fleet where a resource is named by id, and for all silos where one is chosen. No silo has it. */
export const FLEET_ID = '00000000-0000-0000-0000-000000000000'
