import { isUuid } from '@skerry/contract/rules/names.ts'

/** The rest of a request for a thing that an URL names: a name stands in its project, an id alone. */
export const inProject = (project: string, nameOrId: string): { query?: { project: string } } =>
  isUuid(nameOrId) ? {} : { query: { project } }
