/** Id of the fleet where a resource is given by id, and of "all silos" where one is chosen. No silo has this id. */
export const FLEET_ID = '00000000-0000-0000-0000-000000000000'
