/** In place of an address: the console's own page, which reaches the control plane in its browser, without a network. */
export const PAGE: unique symbol = Symbol('page')

/** Where a request comes from: an IP address, unless control plane and console share a page. */
export type ClientAddress = string | typeof PAGE

/** The address for records and answers; null without a network. */
export const shownAddress = (client: ClientAddress): string | null => (client === PAGE ? null : client)
