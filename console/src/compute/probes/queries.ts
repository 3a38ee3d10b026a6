import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const probesSource = (project: string): ListSource<'probeList'> => ({ method: 'probeList', query: { project } })

export const probeQuery = (project: string, probe: string) =>
  apiQuery('probeView', { path: { probe }, query: { project } })

export const probesPath = (project: string): Path => pathTo('/projects/$project/probes', { project })

export const probePath = (project: string, probe: string): Path =>
  pathTo('/projects/$project/probes/$probe', { project, probe })
