/** Limits: rules per VPC; targets, hosts, ports and protocols per rule. */
export const maxRules = 1024
export const maxRuleParts = 256
export const maxPriority = 65_535

/** Why a text is neither a port nor a range of ports, worded for a person; undefined when it is one. */
export function portsProblem(text: string): string | undefined {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text)
  if (!match) return 'Must be a port or a range of ports, such as 80 or 8000-8100'
  const start = Number(match[1])
  const end = match[2] === undefined ? start : Number(match[2])
  if (start > 65_535 || end > 65_535) return 'Port must be at most 65535'
  if (start < 1) return 'Port must be at least 1'
  if (end < start) return 'The end of a range must not be lower than its start'
  return undefined
}

/** ICMP types that have a name. Any number from 0 to 255 is valid. */
export const icmpTypes: readonly { type: number; name: string }[] = [
  { type: 0, name: 'Echo Reply' },
  { type: 3, name: 'Destination Unreachable' },
  { type: 5, name: 'Redirect Message' },
  { type: 8, name: 'Echo Request' },
  { type: 9, name: 'Router Advertisement' },
  { type: 10, name: 'Router Solicitation' },
  { type: 11, name: 'Time Exceeded' },
  { type: 12, name: 'Parameter Problem' },
  { type: 13, name: 'Timestamp Request' },
  { type: 14, name: 'Timestamp Reply' },
]

/** Why a text is not an ICMP type, worded for a person; undefined when it is one. */
export const icmpTypeProblem = (text: string): string | undefined =>
  /^\d{1,3}$/.test(text) && Number(text) <= 255 ? undefined : 'ICMP type must be a number from 0 to 255'

/** Why a text is neither an ICMP code nor a range of codes, worded for a person; undefined when it is one. */
export function icmpCodesProblem(text: string): string | undefined {
  const match = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(text)
  if (!match) return 'Must be an ICMP code or a range of codes, such as 1 or 0-5'
  const start = Number(match[1])
  const end = match[2] === undefined ? start : Number(match[2])
  if (start > 255 || end > 255) return 'ICMP code must be at most 255'
  if (end < start) return 'The end of a range must not be lower than its start'
  return undefined
}
