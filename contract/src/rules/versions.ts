import compare from 'semver/functions/compare.js'
import valid from 'semver/functions/valid.js'

export const isSemanticVersion = (text: string): boolean => valid(text) !== null

/** Compares versions: older first. */
export const compareVersions = (a: string, b: string): number => compare(a, b)

/** Why a release cannot replace the present target; undefined when it can. */
export const targetProblem = (version: string, present: string | undefined): string | undefined =>
  present !== undefined && compare(version, present) < 0
    ? `${version} is older than the present target release ${present}`
    : undefined
