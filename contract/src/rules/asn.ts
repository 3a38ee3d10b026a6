/** The highest number of an autonomous system. Apart from other rules of BGP, which need a library: URLs are read by it. */
export const maxAsn = 2 ** 32 - 1
