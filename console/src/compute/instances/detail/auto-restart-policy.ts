import type { InstanceAutoRestartPolicy } from '~/api/types.gen.ts'

/** The policies to choose from; the default is what the server does where none is set. */
export const restartPolicies = [
  { value: 'default', label: 'Default', description: "The system's default: best effort" },
  { value: 'never', label: 'Never', description: 'Stays failed until it is started manually' },
  { value: 'best_effort', label: 'Best effort', description: 'Restarted at most once an hour' },
] as const

export type RestartChoice = (typeof restartPolicies)[number]['value']

export const choiceOf = (policy: InstanceAutoRestartPolicy | null | undefined): RestartChoice => policy ?? 'default'

export const policyOf = (choice: RestartChoice): InstanceAutoRestartPolicy | null =>
  choice === 'default' ? null : choice

export const policyLabel = (policy: InstanceAutoRestartPolicy | null | undefined): string =>
  restartPolicies.find(({ value }) => value === choiceOf(policy))?.label ?? ''
