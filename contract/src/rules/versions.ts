import compare from 'semver/functions/compare.js'
import valid from 'semver/functions/valid.js'

export const isSemanticVersion = (text: string): boolean => valid(text) !== null

/** Why a release cannot become the target while another is; undefined where it can. */
export const targetProblem = (version: string, present: string | undefined): string | undefined =>
  present !== undefined && compare(version, present) < 0
    ? `${version} is older than the present target release ${present}`
    : undefined
