import type { firewallRules as operations, VpcFirewallRuleUpdate } from '@skerry/contract/network/firewall-rules.ts'
import { icmpCodesProblem, maxRuleParts, portsProblem } from '@skerry/contract/rules/firewall.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { boundedList } from '../../kernel/http/difference.ts'
import { invalidRequest, invalidValue } from '../../kernel/http/errors.ts'
import { isConditional, requireMatch, tagged } from '../../kernel/http/etag.ts'
import { find } from '../../kernel/resources/find.ts'
import { declareVpcs } from '../vpcs/vpc-declare.saga.ts'
import { vpcs } from '../vpcs/vpc.resource.ts'
import { ruleView } from './firewall-rule.view.ts'
import { replaceRules, rulesOfVpc } from './firewall-rules.repo.ts'

const rulesView = async (db: Queryable, vpcId: string) => ({ rules: (await rulesOfVpc(db, vpcId)).map(ruleView) })

export const firewallRulesOps: Handlers<typeof operations> = {
  async vpc_firewall_rules_view(call) {
    const vpc = await find(call, call.db, vpcs, call.query.vpc)
    return tagged(call, await rulesView(call.db, vpc.id))
  },

  vpc_firewall_rules_update(call) {
    return call.transaction(async (tx) => {
      const vpc = await find(call, tx, vpcs, call.query.vpc, { lock: true })
      call.target(vpc.id)
      if (isConditional(call)) requireMatch(call, await rulesView(tx, vpc.id))
      checkRules(call.body.rules)
      const { added, removed, changed } = await replaceRules(tx, vpc.id, call.body.rules, call.now)
      if (added.length || removed.length || changed.length)
        call.target(vpc.id, { added: boundedList(added), removed: boundedList(removed), changed: boundedList(changed) })
      await declareVpcs(tx, call.services, [vpc.id])
      return tagged(call, await rulesView(tx, vpc.id))
    })
  },
}

/** Limit of target and host pairs over all rules of a VPC: those of the largest possible rule. */
const MAX_PAIRS = maxRuleParts * maxRuleParts

/** Checks what the schema cannot express: unique names, targets, port and ICMP code ranges. @throws 400 */
function checkRules(rules: readonly VpcFirewallRuleUpdate[]): void {
  const names = new Set<string>()
  for (const rule of rules) {
    if (names.has(rule.name)) throw invalidValue('rules', `the name "${rule.name}" occurs more than once`)
    names.add(rule.name)
    const problem = ruleProblem(rule)
    if (problem) throw invalidRequest(`firewall rule "${rule.name}": ${problem}`)
  }
  const pairs = rules.reduce((sum, { targets, filters }) => sum + targets.length * (filters.hosts?.length || 1), 0)
  if (pairs > MAX_PAIRS)
    throw invalidRequest(
      `the firewall rules of a VPC can have at most ${MAX_PAIRS} pairs of a target and a host in all, not ${pairs}`,
    )
}

function ruleProblem({ targets, filters }: VpcFirewallRuleUpdate): string | undefined {
  if (!targets.length) return 'at least one target is needed'
  const ports = (filters.ports ?? []).map((text) => ({ text, problem: portsProblem(text) }))
  const codes = (filters.protocols ?? []).flatMap((protocol) => {
    const text = protocol.type === 'icmp' && protocol.value?.code
    return text ? [{ text, problem: icmpCodesProblem(text) }] : []
  })
  const wrong = [...ports, ...codes].find(({ problem }) => problem)
  return wrong && `"${wrong.text}": ${wrong.problem}`
}
