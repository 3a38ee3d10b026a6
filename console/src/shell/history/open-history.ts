import { lazyPart } from '~/ui/lazy-part.tsx'
import { openDialog } from '../actions/dialogs.tsx'

const HistoryPanel = lazyPart(() => import('./history-panel.tsx'))

/** A thing whose history is shown, and the operation that views it. */
export interface HistoryOf {
  id: string
  operation: string
}

export const openHistory = (of: HistoryOf): void => openDialog(HistoryPanel, { of })

/** Lists that show no single thing by a view of its own, but whose rows are changed by requests. */
const LISTS = /^networking(SwitchPort|AddressLotBlock|BgpConfig|BgpAnnouncement)List$/
/** Views of what nobody changes, and of parts whose changes are those of the whole. */
const WITHOUT = /^(auditLogEntry|role|userBuiltin|saga|systemIssues|vpcFirewallRules|siloQuotas|siloUtilization)View$/

/** Whether requests about such a thing are kept by its id. */
export const hasHistory = (operation: string): boolean =>
  (operation.endsWith('View') && !WITHOUT.test(operation)) || LISTS.test(operation)
