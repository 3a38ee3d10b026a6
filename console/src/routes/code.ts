import { fetchCode } from '~/lib/code.ts'

// What loads the data of pages that few open stays out of what every page loads.
export const accessCode = () => fetchCode(() => import('~/identity/access-loaders.ts'))
export const affinityCode = () => fetchCode(() => import('~/compute/affinity/loaders.ts'))
export const lookupCode = () => fetchCode(() => import('~/compute/instances/lookup.ts'))
