/** In this order; `failed` after any of them. */
export const imageFetchStates = ['downloading', 'verifying', 'storing', 'failed'] as const
export type ImageFetchStateName = (typeof imageFetchStates)[number]
