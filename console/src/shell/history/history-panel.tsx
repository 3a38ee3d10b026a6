import { useParams, useRouterState } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Button } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import { SidePanel } from '~/ui/side-panel.tsx'
import { useRefusal } from '../access/roles.ts'
import { HistoryList } from './history-list.tsx'
import { historyOf, type HistorySource } from './history-query.ts'
import type { HistoryOf } from './open-history.ts'

interface HistoryPanelProps {
  of: HistoryOf
  onClose: () => void
}

/** The history of one thing, over the page that shows it. */
export default function HistoryPanel({ of, onClose }: HistoryPanelProps) {
  const [openedAt] = useState(useRouterState({ select: ({ location }) => location.pathname }))
  const { project } = useParams({ strict: false }) as { project?: string }
  return <SourcePanel source={historyOf(of, openedAt, project)} onClose={onClose} />
}

/** The same for a source that is known. */
export function SourcePanel({ source, onClose }: { source: HistorySource; onClose: () => void }) {
  const closeButton = useRef<HTMLButtonElement>(null)
  const refusal = useRefusal(source.operation, source.project === undefined ? {} : { project: source.project })
  return (
    <SidePanel
      title="History"
      onDismiss={onClose}
      initialFocus={closeButton}
      footer={
        <Button ref={closeButton} onClick={onClose}>
          Close
        </Button>
      }
    >
      {refusal ? <Notice content={refusal} /> : <HistoryList source={source} saysStale />}
    </SidePanel>
  )
}
