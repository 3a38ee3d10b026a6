import { Announcer } from './announcer.tsx'
import { ConfirmHost } from './confirm-host.tsx'
import { ToastHost } from './toast-host.tsx'
import { TooltipHost } from './tooltip.tsx'

/** What `toast`, `confirm`, `announce` and tooltips show themselves in. Mounted once, after the app. */
export const Hosts = () => (
  <>
    <ToastHost />
    <ConfirmHost />
    <TooltipHost />
    <Announcer />
  </>
)
