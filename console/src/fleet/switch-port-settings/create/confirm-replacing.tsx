import { apiCall } from '~/api/queries.ts'
import { confirm } from '~/lib/confirm.ts'

/**
 * Asks before settings of this name are replaced. @param refusal why the user may replace none @throws where the user
 * keeps them
 */
export async function confirmReplacing(name: string, refusal: string | undefined): Promise<void> {
  const { items } = await apiCall('networkingSwitchPortSettingsList', { query: { portSettings: name, limit: 1 } })
  if (!items[0]) return
  if (refusal) throw new Error(`${name} exist already. To replace them: ${refusal}`)
  const confirmed = await confirm({
    title: 'Replace settings',
    danger: true,
    body: (
      <>
        <b>{items[0].name}</b> exist already. All that they say is replaced, on every port that has them too.
      </>
    ),
    confirmLabel: 'Replace',
  })
  if (!confirmed) throw new Error(`${name} were not changed`)
}
