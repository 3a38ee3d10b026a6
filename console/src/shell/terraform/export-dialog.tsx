import type { Instance, Project } from '~/api/types.gen.ts'
import type { CopyRequest } from '~/lib/copy-as.ts'
import { copyFromMenu } from '~/lib/copy.ts'
import { download } from '~/lib/download.ts'
import { messageOf } from '~/lib/errors.ts'
import { formatNumber, plural } from '~/lib/format/numbers.ts'
import { inSentence } from '~/lib/format/words.ts'
import { createStore, type Store, useStore } from '~/lib/store.ts'
import type { Content } from '~/terraform/document.ts'
import { kindViewedBy } from '~/terraform/kinds.ts'
import { writeCode } from '~/terraform/write.ts'
import { Button } from '~/ui/button.tsx'
import { Modal } from '~/ui/modal.tsx'
import { Notice } from '~/ui/notice.tsx'
import { Spinner } from '~/ui/spinner.tsx'
import { openJob } from '../activity/jobs.ts'
import { readProject, readSelected } from './read-project.ts'
import { contentOfRows } from './read-things.ts'
import { createReader, type Reader } from './reader.ts'

interface Code {
  text: string
  resources: number
  failures: readonly string[]
}

type State = { phase: 'reading' } | { phase: 'failed'; error: unknown } | ({ phase: 'done' } & Code)

interface Export {
  title: string
  /** Without its ending. */
  file: string
  read: (reader: Reader) => Promise<Content>
}

/** Longest part of the code that is shown. */
const previewLength = 20_000

/** Opens the code of a whole project. */
export const openProject = (project: Project): void =>
  openExport({
    title: `Project ${project.name} as Terraform`,
    file: project.name,
    read: (reader) => readProject(project, reader),
  })

/** Opens the code of selected rows of a list. */
export function openRows(title: string, rows: readonly (readonly [row: unknown, view: CopyRequest])[]): void {
  const isInstances = kindViewedBy(rows[0]![1].operation) === 'instance'
  openExport({
    title: `Selected ${inSentence(title)} as Terraform`,
    file: title.toLowerCase().replaceAll(/\W+/g, '-'),
    read: (reader) =>
      isInstances
        ? readSelected(
            rows.map(([row]) => row as Instance),
            reader,
          )
        : contentOfRows(rows, reader),
  })
}

function openExport(wanted: Export): void {
  const cancel = new AbortController()
  const reader = createReader(cancel.signal)
  const state = createStore<State>({ phase: 'reading' })
  const write = async () => {
    try {
      const content = await wanted.read(reader)
      const text = await writeCode(content, cancel.signal)
      state.set({ phase: 'done', text, resources: content.entries.length, failures: reader.failures() })
    } catch (error) {
      state.set({ phase: 'failed', error })
    }
  }
  const close = () => {
    cancel.abort()
    openJob.set(null)
  }
  openJob.set(<ExportDialog {...{ ...wanted, state, reader, close }} onAgain={() => openExport(wanted)} />)
  void write()
}

interface ExportDialogProps extends Pick<Export, 'title' | 'file'> {
  state: Store<State>
  reader: Reader
  close: () => void
  onAgain: () => void
}

function ExportDialog({ title, file, state: store, reader, close, onAgain }: ExportDialogProps) {
  const state = useStore(store)
  return (
    <Modal
      title={title}
      size="free"
      onDismiss={close}
      footer={
        <>
          {state.phase === 'done' && (
            <>
              <Button variant="primary" onClick={() => void copyFromMenu(state.text)}>
                Copy
              </Button>
              <Button onClick={() => download(`${file}.tf`, state.text)}>Download .tf</Button>
            </>
          )}
          {state.phase === 'failed' && (
            <Button variant="primary" onClick={onAgain}>
              Try again
            </Button>
          )}
          <Button onClick={close}>{state.phase === 'reading' ? 'Cancel' : 'Close'}</Button>
        </>
      }
    >
      {state.phase === 'reading' && <Progress reader={reader} />}
      {state.phase === 'failed' && <Notice tone="bad" title="Could not read" content={messageOf(state.error)} />}
      {state.phase === 'done' && <Result {...state} />}
    </Modal>
  )
}

function Progress({ reader }: { reader: Reader }) {
  const { part, count } = useStore(reader.state)
  return (
    <p role="status" className="flex items-center gap-2 text-ink-2">
      <Spinner />
      {part ? `Reading: ${formatNumber(count)} so far (${part})` : 'Reading'}
    </p>
  )
}

const Result = ({ text, resources, failures }: Code) => (
  <div className="flex min-w-0 flex-col gap-3">
    {failures.length > 0 && (
      <Notice
        tone="bad"
        title="Incomplete"
        content={
          <ul className="list-disc pl-5">
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        }
      />
    )}
    <p role="status" className="text-ink-2">
      {plural(resources, 'resource')}, each with an import block. Put the file into an empty folder and run{' '}
      <code className="text-mono">terraform plan</code>.
    </p>
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keyboard
      tabIndex={0}
      role="region"
      aria-label="Terraform code"
      className="text-mono max-h-[50dvh] [font-variant-ligatures:none] overflow-auto rounded-md border border-line bg-sunken p-3 text-xs"
    >
      {text.slice(0, previewLength)}
      {text.length > previewLength && '\n…'}
    </pre>
  </div>
)
