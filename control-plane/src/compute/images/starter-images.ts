import type { Tx } from '../../kernel/database/database.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import { insertImage } from './images.repo.ts'

const STARTERS = [
  { name: 'debian-13', os: 'Debian', version: '13', size: 2 * GIB },
  { name: 'ubuntu-26-04', os: 'Ubuntu', version: '26.04 LTS', size: 4 * GIB },
  { name: 'alpine-3-23', os: 'Alpine', version: '3.23', size: GIB },
]

/** Gives a new silo images without content, on a platform that boots these. */
export async function insertStarterImages(tx: Tx, siloId: string, now: Date): Promise<void> {
  for (const starter of STARTERS)
    await insertImage(
      tx,
      {
        ...starter,
        description: `${starter.os} ${starter.version}`,
        silo_id: siloId,
        project_id: null,
        block_size: 4096,
        source: { kind: 'empty' },
        state: 'ready',
        saga_id: null,
      },
      now,
    )
}
