import type { firewallRules as operations } from '@skerry/contract/network/firewall-rules.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import { boundedList } from '../../kernel/http/difference.ts'
import { isConditional, requireMatch, tagged } from '../../kernel/http/etag.ts'
import { declareVpcs } from '../vpcs/vpc-declare.saga.ts'
import { checkRules } from './firewall-rule-checks.ts'
import { ruleView } from './firewall-rule.view.ts'
import { replaceRules, rulesOfVpc } from './firewall-rules.repo.ts'
import { find } from '../../kernel/resources/find.ts'
import { vpcs } from '../vpcs/vpc.resource.ts'

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
