import type { SupportBundleInfo } from '@skerry/contract/fleet/support-bundles.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp } from '../../kernel/values/time.ts'

export const supportBundleView = (row: Row<'support_bundles'>): SupportBundleInfo => ({
  id: row.id,
  state: row.state,
  reason_for_creation: row.reason_for_creation,
  reason_for_failure: row.reason_for_failure,
  time_created: timestamp(row.time_created),
})
