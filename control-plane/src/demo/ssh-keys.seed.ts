import { known, namedRow, type Seeding } from './seeding.ts'

/** The private keys are not kept. */
const KEYS = [
  ['admin', 'laptop', 'AAAAC3NzaC1lZDI1NTE5AAAAIDlyh6WMyHtZk2/fHc+7PEStD7HY+P/8hkafU/rUPepS'],
  ['admin', 'duty-phone', 'AAAAC3NzaC1lZDI1NTE5AAAAIE60BQP74nA4cpvtYFGNOi1BzXDwAWPwk6aUHzgq5pEu'],
  ['mara-lindqvist', 'workstation', 'AAAAC3NzaC1lZDI1NTE5AAAAINcqCDz0QWvkNwcgBC1Pfrxeux9ksk7QFuc6V5wvRc3r'],
  ['tomas-novak', 'laptop', 'AAAAC3NzaC1lZDI1NTE5AAAAIHMuzOROVZwOP9WenUuOVvwbbHIs7zGZ9PzrpZx/YOKV'],
  ['leila-haddad', 'field-tablet', 'AAAAC3NzaC1lZDI1NTE5AAAAIItRJO+RIpal2jpaa4izTpNvcETewQ/oVMNVRyzwW3u7'],
] as const

export async function seedSshKeys(seeding: Seeding, users: ReadonlyMap<string, string>): Promise<void> {
  await seeding.tx
    .insertInto('ssh_keys')
    .values(
      KEYS.map(([user, name, key], i) => ({
        ...namedRow(seeding, name, `Key of ${user}`, 150 - 20 * i),
        user_id: known(users, user),
        public_key: `ssh-ed25519 ${key} ${user}@${name}`,
      })),
    )
    .execute()
}
