/** Users of the demo data, one for each kind of role. */
export const actors: readonly { user: string; role: string }[] = [
  { user: 'admin', role: 'fleet and silo admin' },
  { user: 'astrid-berg', role: 'fleet admin' },
  { user: 'mara-lindqvist', role: 'silo admin' },
  { user: 'leila-haddad', role: 'project collaborator' },
  { user: 'ines-costa', role: 'silo viewer' },
  { user: 'sam-okafor', role: 'no role' },
]
