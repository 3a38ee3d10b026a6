import { Link } from '@tanstack/react-router'
import { openJob } from '~/shell/activity/jobs.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import { Button } from '~/ui/button.tsx'
import { Notice } from '~/ui/notice.tsx'
import type { TemporaryThings } from './clean-up.ts'
import type { Leftover } from './upload-state.ts'

const close = () => openJob.set(null)

interface LeftoversProps {
  things: TemporaryThings
  leftovers: readonly Leftover[]
  onAgain: () => Promise<void>
}

/** What could not be removed, why, where it is, and another try. */
export const LeftoversNotice = ({ things, leftovers, onAgain }: LeftoversProps) => (
  <Notice
    tone="bad"
    title="Some temporary resources could not be removed"
    content={
      <ul>
        {leftovers.map(({ kind, name, reason }) => (
          <li key={kind}>
            {kind}{' '}
            <Link to={pathOf[kind](things.project, name)} onClick={close} className="text-accent hover:underline">
              {name}
            </Link>
            : {reason}
          </li>
        ))}
      </ul>
    }
    actions={<Button onClick={() => void onAgain()}>Try again</Button>}
  />
)

const pathOf: Record<Leftover['kind'], (project: string, name: string) => Path> = {
  disk: (project, disk) => pathTo('/projects/$project/disks/$disk', { project, disk }),
  snapshot: (project, snapshot) => pathTo('/projects/$project/snapshots/$snapshot', { project, snapshot }),
  image: (project) => pathTo('/projects/$project/images', { project }),
}
