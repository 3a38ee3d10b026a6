import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const portSettingsSource: ListSource<'networkingSwitchPortSettingsList'> = {
  method: 'networkingSwitchPortSettingsList',
}

/** @param settings name or id */
export const portSettingsQuery = (settings: string) =>
  apiQuery('networkingSwitchPortSettingsView', { path: { port: settings } })

/** Names of all settings, to choose from and to show ids by. */
export const allPortSettingsQuery = wholeListQuery('networkingSwitchPortSettingsList', {}, { secondary: true })

export const portSettingsPath = (settings: string): Path =>
  pathTo('/system/networking/switch-port-settings/$settings', { settings })

export const bgpConfigsQuery = wholeListQuery('networkingBgpConfigList', {}, { secondary: true })
export const addressLotsQuery = wholeListQuery('networkingAddressLotList', {}, { secondary: true })

interface NewSearch {
  /** Name of the settings that new ones begin with. */
  duplicate?: string
}

export const newSearch = ({ duplicate }: Record<string, unknown>): NewSearch =>
  typeof duplicate === 'string' && duplicate !== '' ? { duplicate } : {}
