import { AUTO_RESTART_EVERY_MS, autoRestart } from './compute/instances/auto-restart.ts'
import type { Services } from './kernel/services.ts'
import type { Task } from './kernel/tasks.ts'

/** What a control plane does by the clock for as long as it runs. */
export const regularTasks = (services: Services): readonly Task[] => [
  { name: 'auto-restart', everyMs: AUTO_RESTART_EVERY_MS, run: () => autoRestart(services) },
]
