import type { DeviceAccessToken } from '@skerry/contract/identity/access-tokens.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { timestamp, timestampOrNull } from '../../kernel/values/time.ts'

export const accessTokenView = (
  row: Pick<Row<'access_tokens'>, 'id' | 'time_created' | 'time_expires'>,
): DeviceAccessToken => ({
  id: row.id,
  time_created: timestamp(row.time_created),
  time_expires: timestampOrNull(row.time_expires),
})
