import { stateRules } from './states.ts'

export const supportBundleStates = ['collecting', 'active', 'failed', 'destroying'] as const
export type SupportBundleStateName = (typeof supportBundleStates)[number]

const rule = stateRules<SupportBundleStateName, { state: SupportBundleStateName }>(
  'support bundle',
  (bundle) => bundle.state,
)

export const supportBundleCan = {
  download: rule(['active'], 'can be downloaded'),
}
