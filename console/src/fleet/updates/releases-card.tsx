import { isSemanticVersion } from '@skerry/contract/rules/versions.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useMemo } from 'react'
import { hasStatus } from '~/api/errors.ts'
import { apiCall } from '~/api/queries.ts'
import type { TargetRelease } from '~/api/types.gen.ts'
import { useStillHere } from '~/form/still-here.ts'
import { TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { messageOf } from '~/lib/errors.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import type { Column } from '~/table/columns.ts'
import { Table } from '~/table/table.tsx'
import { Badge } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { releasePath } from './queries.ts'
import { forgetRelease, newestFirst, rememberRelease, useSeenReleases } from './seen-versions.ts'
import { askToSetTarget, useTargetRefusal, versionOf } from './set-target.tsx'

interface Release {
  version: string
  isTarget: boolean
}

const columns: readonly Column<Release>[] = [
  {
    id: 'version',
    header: 'Version',
    cell: ({ version, isTarget }) => (
      <span className="inline-flex items-center gap-2">
        <Link to={releasePath(version)} className="text-mono">
          {version}
        </Link>
        {isTarget && <Badge tone="accent">target</Badge>}
      </span>
    ),
  },
]

const idOf = ({ version }: Release) => version

export function ReleasesCard({ target }: { target: TargetRelease }) {
  const present = versionOf(target)
  const seen = useSeenReleases()
  const refusal = useTargetRefusal(target)
  const rows = useMemo(
    () =>
      newestFirst(present === undefined ? seen : [present, ...seen]).map((version) => ({
        version,
        isTarget: version === present,
      })),
    [seen, present],
  )
  return (
    <Card title="Releases">
      <LookUp />
      <div className="border-t border-line">
        <Table
          label="Releases"
          framed={false}
          rows={rows}
          columns={columns}
          getId={idOf}
          rowActions={({ version, isTarget }) =>
            rowMenu(version, copyRequest('systemUpdateGetRepository', { path: { systemVersion: version } }), [
              {
                label: 'Set as target release',
                refusal: refusal(version),
                onSelect: () => askToSetTarget(version, present),
              },
              {
                label: 'Remove from this list',
                refusal: isTarget && 'The target release is always listed',
                onSelect: () => forgetRelease(version),
              },
            ])
          }
          empty={
            <EmptyState
              title="No release seen yet"
              body="Releases that are uploaded or looked up in this browser are kept here."
            />
          }
        />
      </div>
    </Card>
  )
}

function LookUp() {
  const navigate = useNavigate()
  const isHere = useStillHere()
  const form = useForm({ defaultValues: { version: '' } })
  const { control, handleSubmit, setError, formState } = form
  const submit = handleSubmit(async ({ version }) => {
    try {
      const request = { path: { systemVersion: version.trim() } }
      await apiCall('systemUpdateGetRepository', request, { expected: 'it may not be uploaded' })
      rememberRelease(version.trim())
      if (isHere()) await navigate({ to: releasePath(version.trim()) })
    } catch (error) {
      const message = hasStatus(error, 404) ? `No release ${version.trim()} was uploaded` : messageOf(error)
      setError('version', { message }, { shouldFocus: true })
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-wrap items-start gap-2 px-4 py-3">
      <div className="min-w-56 flex-1 sm:max-w-80">
        <TextField
          control={control}
          name="version"
          label="Look up a version"
          required
          mono
          placeholder="1.2.0"
          rules={[(text) => (isSemanticVersion(text.trim()) ? undefined : 'Must be a semantic version, such as 1.2.0')]}
        />
      </div>
      <Button type="submit" busy={formState.isSubmitting} className="sm:mt-6.75">
        <Search /> Look up
      </Button>
    </form>
  )
}
