import type { SystemIssue } from '@skerry/contract/fleet/issues.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import type { Services } from '../../kernel/services/services.ts'

export interface Search {
  db: Queryable
  platform: Services['platform']
  report: Pick<Services['report'], 'tasks' | 'unanswered'>
  now: Date
  /** Largest number of issues to return. */
  limit: number
}

/** Finds the issues of one kind. */
export type Finder = (search: Search) => Promise<SystemIssue[]>
