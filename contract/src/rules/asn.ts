/** The highest autonomous system number. Apart from other BGP rules, which import a library: URL parsing needs it. */
export const maxAsn = 2 ** 32 - 1
