import { expect } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import type { Answer } from '../../testing/caller.ts'
import type { TestServer } from '../../testing/test-server.ts'

export const blank = { type: 'blank', block_size: 512 }

/** Disks and their storage, for tests. `on` returns the server. */
export function disksOn(on: () => { server: TestServer }) {
  const admin = () => on().server.admin

  /** Requests a disk: blank and of 1 GiB, unless `more` says otherwise. */
  const create = (project: string, name: string, more: object = {}, caller = admin()): Promise<Answer> =>
    caller.call('disk_create', {
      query: { project },
      body: { name, description: '', size: GIB, disk_source: blank, ...more },
    })

  /** Creates a disk and waits for its stable state. */
  async function made(project: string, name: string, more: object = {}) {
    const answer = await create(project, name, more)
    expect(answer.status, answer.body.message).toBe(201)
    await on().server.settle()
    return admin().ok('disk_view', { path: { disk: answer.body.id } })
  }

  /** The bytes that count against the silo's quota. */
  const stored = async () => (await admin().ok('utilization_view')).provisioned.storage
  return { create, made, stored }
}
