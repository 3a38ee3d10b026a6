import { deletionLockRefusal } from '@skerry/contract/rules/deletion-lock.ts'
import { refreshAfter } from '~/api/queries.ts'
import { announce } from '~/lib/announce.ts'
import { inSentence } from '~/lib/format/words.ts'
import { createBulkRun } from '~/table/bulk-run.ts'
import { bulkRuns, closeRun, openRun, outcomeText } from '~/table/bulk-runs.ts'
import { Button } from '~/ui/button.tsx'
import type { Blocker } from './blockers.ts'

interface DeleteAllProps {
  blocker: Blocker
  project: string
  onChanged: () => Promise<unknown>
}

export function DeleteAll({ blocker: { label, things, remove }, project, onChanged }: DeleteAllProps) {
  if (!remove) return null
  const { verb = 'Delete', consequence, change, run } = remove
  const ask = () => {
    const title = `${verb} ${inSentence(label)}`
    const asked = createBulkRun({
      title,
      verb,
      consequence,
      danger: true,
      rows: things,
      getId: ({ id }) => id,
      getName: ({ name }) => name,
      unless: deletionLockRefusal,
      run: ({ id }) => run(id, project),
    })
    asked.state.watch(() => {
      const { phase, counts } = asked.state.get()
      if (phase !== 'finished') return
      // A report without a problem says no more than the panel behind it, where the next kind waits.
      if (counts.done === things.length && openRun.get() === asked) {
        announce(outcomeText(counts))
        closeRun()
      }
      void refreshAfter(change)
      void onChanged()
    })
    bulkRuns.set((now) => [...now, asked])
    openRun.set(asked)
  }
  return (
    <Button size="sm" className="ml-auto" onClick={ask}>
      {verb} all<span className="sr-only"> {inSentence(label)}</span>
    </Button>
  )
}
