import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { uint32, uuid } from '../values.ts'

export const SiloAuthSettings = z
  .object({ device_token_max_ttl_seconds: uint32.nullish(), silo_id: uuid })
  .meta({ id: 'SiloAuthSettings' })
export type SiloAuthSettings = z.infer<typeof SiloAuthSettings>

export const SiloAuthSettingsUpdate = z
  .object({ device_token_max_ttl_seconds: uint32.min(1).nullable() })
  .meta({ id: 'SiloAuthSettingsUpdate' })
export type SiloAuthSettingsUpdate = z.infer<typeof SiloAuthSettingsUpdate>

export const authSettings = defineOperations({
  auth_settings_view: {
    tag: 'silos',
    method: 'get',
    path: '/v1/auth-settings',
    answer: [200, SiloAuthSettings],
  },
  auth_settings_update: {
    tag: 'silos',
    method: 'put',
    path: '/v1/auth-settings',
    body: SiloAuthSettingsUpdate,
    answer: [200, SiloAuthSettings],
  },
})
