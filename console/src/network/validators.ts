import {
  ipNetProblem,
  ipv4BlockProblem,
  ipv6BlockProblem,
  ipv6PrefixProblem,
  netVersion,
} from '@skerry/contract/rules/networks.ts'
import type { Validator } from '~/form/validators.ts'

/** A rule for a network of one version. @param problem why it will not do, worded to follow the label */
const netRule =
  (label: string, version: 4 | 6, problem: (net: string) => string | undefined): Validator<string> =>
  (text) => {
    const unreadable = ipNetProblem(text)
    if (unreadable) return unreadable
    const found = netVersion(text) === version ? problem(text) : `must be an IPv${version} network`
    return found && `${label} ${found}`
  }

export const validateIpv6Prefix = netRule('IPv6 prefix', 6, ipv6PrefixProblem)

export const validateIpv4Block = netRule('IPv4 block', 4, ipv4BlockProblem)

/** @param prefix of the VPC that the block is to be in */
export const validateIpv6Block = (prefix: string): Validator<string> =>
  netRule('IPv6 block', 6, (net) => ipv6BlockProblem(net, prefix))
