import { useRouter } from '@tanstack/react-router'
import { useHotkey } from '~/lib/hotkeys.ts'
import { createStore } from '~/lib/store.ts'
import { useIsFleetViewer } from '../access/session.ts'
import { quickActionsOpen } from '../palette/quick-actions.ts'
import type { Path } from '../paths/path.ts'
import type { AreaNow } from './area.ts'
import { navigation } from './navigation.ts'

export const keyboardMapOpen = createStore(false)
export const activityOpen = createStore(false)

const siloItem = (key: string) => navigation.silo.find((item) => item.key === key)
const projectItem = (key: string) => navigation.project.find((item) => item.key === key)

/** The keys that work on every signed-in page: quick actions, the map, and `g` followed by a place. */
export function useShellKeys({ project, area }: AreaNow): void {
  const router = useRouter()
  const go = (to: Path | undefined) => to && void router.navigate({ to })
  useHotkey('mod+k', () => quickActionsOpen.set((open) => !open))
  useHotkey('?', () => keyboardMapOpen.set(true))
  useHotkey('g p', () => go(siloItem('p')?.to('')))
  useHotkey('g a', () => activityOpen.set(true))
  useHotkey('g i', () => go(projectItem('i')?.to(project)), project !== '' && Boolean(projectItem('i')))
  useHotkey('g d', () => go(projectItem('d')?.to(project)), project !== '' && Boolean(projectItem('d')))
  useHotkey('g n', () => go(projectItem('n')?.to(project)), project !== '' && Boolean(projectItem('n')))
  useHotkey('g s', () => go(area === 'system' ? '/projects' : '/system'), useIsFleetViewer())
}
