import type { ReactNode } from 'react'
import { createStore } from '~/lib/store.ts'

/** The modal of work that outlives its page: an upload. The app's frame shows it. */
export const openJob = createStore<ReactNode>(null)

const views = new Map<string, ReactNode>()

/** Lets the activity menu open a job's modal again while the job runs. @param activity id of the entry. */
export const keepJobView = (activity: string, view: ReactNode): void => void views.set(activity, view)

/** Releases the modal of an ended job, which holds the uploaded file. */
export const forgetJobView = (activity: string): void => void views.delete(activity)

export const jobViewOf = (activity: string): ReactNode => views.get(activity) ?? null
