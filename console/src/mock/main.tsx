import './banner.css'
import program from '@electric-sql/pglite/pglite.wasm?url'
import { createRoot } from 'react-dom/client'
import { queryClient } from '~/api/query-client.ts'
import { clearSavedForms } from '~/form/saved-forms.ts'
import { fetchCode } from '~/lib/code.ts'
import { clearActivity } from '~/shell/activity/activity.ts'
import { PreviewBanner } from './banner.tsx'
import { readChaos } from './chaos.ts'
import { actAs, reportShown, startControlPlane } from './control-plane.ts'
import { loadFirstAnswers } from './first-answers.ts'
import { carryDownloads } from './page-downloads.ts'
import { pageFetch } from './page-fetch.ts'
import { onLeave } from './page-session.ts'
import { PageSocket } from './page-socket.ts'
import { PageUpload } from './page-upload.ts'

const { BASE_URL, VITE_DEMO_SNAPSHOT, VITE_FIRST_ANSWERS, VITE_DATABASE_SHARE } = import.meta.env
const files = { snapshot: BASE_URL + VITE_DEMO_SNAPSHOT, program, share: BASE_URL + VITE_DATABASE_SHARE }
startControlPlane(files)
loadFirstAnswers(BASE_URL + VITE_FIRST_ANSWERS)
Object.assign(globalThis, { fetch: pageFetch, WebSocket: PageSocket, XMLHttpRequest: PageUpload })
carryDownloads()
readChaos(location.search)

/** Shows another page as after a full navigation: first leaves all pages that hold what was read. */
async function leaveFor(path: string): Promise<void> {
  const { router } = await app
  await router.navigate({ to: '/login', replace: true, ignoreBlocker: true })
  queryClient.clear()
  if (path !== '/login') router.history.replace(import.meta.env.BASE_URL.slice(0, -1) + path)
}
onLeave((path) => void leaveFor(path))

async function switchTo(user: string): Promise<void> {
  await actAs(user)
  clearActivity()
  clearSavedForms()
  await leaveFor('/projects')
}

const place = document.createElement('div')
document.body.prepend(place)
createRoot(place).render(<PreviewBanner onSwitch={switchTo} />)

const app = fetchCode(() => import('../main.tsx'))
// It renders only when its first page is loaded.
app.then(reportShown, () => (document.querySelector<HTMLElement>('#not-loaded')!.hidden = false))
