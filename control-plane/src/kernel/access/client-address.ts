/** Takes the place of an address if control plane and console run in one browser page, without a network. */
export const PAGE: unique symbol = Symbol('page')

/** Origin of a request: an IP address, unless control plane and console share a page. */
export type ClientAddress = string | typeof PAGE

/** The address for records and answers; null without a network. */
export const shownAddress = (client: ClientAddress): string | null => (client === PAGE ? null : client)
