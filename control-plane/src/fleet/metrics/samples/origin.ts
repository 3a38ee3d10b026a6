import type { Samples } from '../../../platform/samples.ts'

export const USAGE_TARGET = 'collection_target:'

/** Where the samples of a timeseries are: among the changes of what is used, on the platform, or in PostgreSQL. */
export type Origin = 'usage' | 'computed' | 'stored'

/** Every reader of samples asks here, so that none takes a platform for one that computes them all. */
export function originOf(samples: Samples, series: string): Origin {
  if (series.startsWith(USAGE_TARGET)) return 'usage'
  return samples.computes(series) ? 'computed' : 'stored'
}
