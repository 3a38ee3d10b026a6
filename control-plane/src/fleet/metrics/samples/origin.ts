import type { Samples } from '../../../platform/interface/samples.ts'

export const USAGE_TARGET = 'collection_target:'

/** Source of a timeseries' samples: stored usage changes, the platform, or stored reports. */
export type Origin = 'usage' | 'computed' | 'stored'

export function originOf(samples: Samples, series: string): Origin {
  if (series.startsWith(USAGE_TARGET)) return 'usage'
  return samples.computes(series) ? 'computed' : 'stored'
}
