import type { alerts } from '@skerry/contract/fleet/alerts.ts'
import { alertClasses, coversClass } from '@skerry/contract/rules/alert-classes.ts'
import type { Handlers } from '../../kernel/call.ts'
import { pageOfItems } from '../../kernel/paging.ts'

export const alertsOps: Pick<Handlers<typeof alerts>, 'alert_class_list'> = {
  alert_class_list(call) {
    call.access.onFleet()
    const { filter } = call.query
    const shown = alertClasses.filter(({ name }) => filter === undefined || coversClass(filter, name))
    return pageOfItems(call.page, shown, ({ name }) => name)
  },
}
