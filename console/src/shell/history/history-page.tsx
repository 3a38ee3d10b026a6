import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Notice } from '~/ui/notice.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { useRefusal } from '../access/roles.ts'
import { refreshOf } from '../page/reads.ts'
import { HistoryList } from './history-list.tsx'
import { SourcePanel } from './history-panel.tsx'
import { historyQuery, type HistorySource, projectHistory, siloHistory } from './history-query.ts'

const ofProject =
  'Everything that was done in this project and what happened to its machines, kept for 90 days. A name leads to the history of that thing, also after it is deleted.'
const ofSilo =
  'What was done to this silo and to its projects as a whole, kept for 90 days. A name leads to the history of that thing, also after it is deleted.'

export function ProjectHistoryPage() {
  const { project } = useParams({ from: '/_app/projects/$project' })
  return <HistoryPage key={project} about={ofProject} sourceOf={(target) => projectHistory(project, target)} />
}

export const SiloHistoryPage = () => <HistoryPage about={ofSilo} sourceOf={siloHistory} />

interface HistoryPageProps {
  about: string
  sourceOf: (target?: string) => HistorySource
}

function HistoryPage({ about, sourceOf }: HistoryPageProps) {
  const [target, setTarget] = useState<string>()
  const source = sourceOf()
  const refusal = useRefusal(source.operation, source.project === undefined ? {} : { project: source.project })
  const query = useInfiniteQuery({ ...historyQuery(source), enabled: !refusal })
  return (
    <>
      <PageHeader title="History" refresh={refreshOf(query)} about={{ title: 'History', text: about }} />
      <div className="flex flex-col gap-4 pb-7">
        {refusal ? <Notice content={refusal} /> : <HistoryList source={source} onNarrow={setTarget} />}
      </div>
      {target !== undefined && <SourcePanel source={sourceOf(target)} onClose={() => setTarget(undefined)} />}
    </>
  )
}
