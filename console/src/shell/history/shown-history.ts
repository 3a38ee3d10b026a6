import { createStore } from '~/lib/store.ts'

/** The thing whose history the side panel shows, and the operation that views it. */
export interface HistoryOf {
  id: string
  operation: string
}

export const shownHistory = createStore<HistoryOf | null>(null)

/** Lists that show no single thing by a view of its own, but whose rows are changed by requests. */
const LISTS = /^networking(SwitchPort|AddressLotBlock|BgpConfig|BgpAnnouncement)List$/
/** Views of what nobody changes, and of parts whose changes are those of the whole. */
const WITHOUT = /^(auditLogEntry|role|userBuiltin|saga|systemIssues|vpcFirewallRules|siloQuotas|siloUtilization)View$/

/** Whether requests about such a thing are kept by its id. */
export const hasHistory = (operation: string): boolean =>
  (operation.endsWith('View') && !WITHOUT.test(operation)) || LISTS.test(operation)
