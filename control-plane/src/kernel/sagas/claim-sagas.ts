import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { SagaRow } from './saga-store.ts'

/** How many sagas a worker runs at once, of those whose next step is short or of those whose next step is slow. */
export interface SagaSlots {
  all: number
  /** Limits per silo and per project. The other slots stay free, so other silos and projects start at once. */
  ofSilo: number
  ofProject: number
}

export type Turn = Pick<SagaRow, 'slow' | 'silo_id' | 'project_id'>

export interface Claim {
  /** Names of the sagas that this worker can run. */
  names: readonly string[]
  now: Date
  /** End of the leases. */
  until: Date
  /** Sagas that the worker is running. */
  working: readonly Turn[]
  slots: { short: SagaSlots; slow: SagaSlots }
}

/**
 * Claims due sagas up to the free slots, skipping those that another worker is claiming. The silo with the fewest
 * running sagas comes first, in it the project with the fewest, in that the saga that has been due longest. The
 * recursive part reads one row per project from the index `sagas_turns`: many due sagas cost no more than few.
 */
export async function claimSagas(db: Db, { names, now, until, working, slots }: Claim): Promise<SagaRow[]> {
  const { short, slow } = slots
  // Chosen into arrays, which happens once: by old statistics PostgreSQL would choose again for each saga.
  const { rows } = await sql<SagaRow>`
    with recursive
    limits (slow, slots, of_silo, of_project) as (values
      (false, ${short.all}::int, ${short.ofSilo}::int, ${short.ofProject}::int),
      (true, ${slow.all}::int, ${slow.ofSilo}::int, ${slow.ofProject}::int)),
    working as (
      select slow, silo_id, project_id, count(*) as count
      from unnest(${working.map((each) => each.slow)}::boolean[], ${working.map(({ silo_id }) => silo_id)}::uuid[],
        ${working.map(({ project_id }) => project_id)}::uuid[]) at_work (slow, silo_id, project_id)
      group by 1, 2, 3),
    turns as (
      (select slow, silo_id, project_id from sagas where state = 'running'
        order by slow, silo_id, project_id limit 1)
      union all
      select next.* from turns, lateral (
        select s.slow, s.silo_id, s.project_id from sagas s
        where s.state = 'running'
          and (s.slow, s.silo_id, s.project_id) > (turns.slow, turns.silo_id, turns.project_id)
        order by s.slow, s.silo_id, s.project_id limit 1) next),
    due as (
      select s.id, s.due, slow, silo_id,
        coalesce(w.count, 0) + row_number() over (partition by slow, silo_id, project_id order by s.due) as project_turn
      from turns left join working w using (slow, silo_id, project_id) join limits using (slow),
        lateral (
          select id, due from sagas
          where state = 'running' and sagas.slow = turns.slow and sagas.silo_id = turns.silo_id
            and sagas.project_id = turns.project_id and due <= ${now}::timestamptz and name = any(${names}::text[])
          order by due limit greatest(of_project - coalesce(w.count, 0), 0)) s),
    in_silo as (
      select id, due, slow, project_turn,
        (select coalesce(sum(count), 0) from working w where w.slow = due.slow and w.silo_id = due.silo_id)
          + row_number() over (partition by slow, silo_id order by project_turn, due) as silo_turn
      from due),
    in_order as (
      select id, slow,
        (select coalesce(sum(count), 0) from working w where w.slow = in_silo.slow)
          + row_number() over (partition by slow order by silo_turn, project_turn, due) as turn
      from in_silo join limits using (slow) where silo_turn <= of_silo)
    update sagas set lease_id = gen_random_uuid(), due = ${until}::timestamptz
    where id = any(array(
      select id from sagas
      where id = any(array(select id from in_order join limits using (slow) where turn <= slots))
        and state = 'running' and due <= ${now}::timestamptz
      for update skip locked))
    returning *`.execute(db)
  return rows
}

/** Whether due sagas of that silo and project may be waiting for a slot. */
export function mayWait(turn: Turn, working: readonly Turn[], slots: Claim['slots']): boolean {
  const { all, ofSilo, ofProject } = turn.slow ? slots.slow : slots.short
  const alike = working.filter(({ slow }) => slow === turn.slow)
  const ofSameSilo = alike.filter(({ silo_id }) => silo_id === turn.silo_id)
  return (
    alike.length >= all ||
    ofSameSilo.length >= ofSilo ||
    ofSameSilo.filter(({ project_id }) => project_id === turn.project_id).length >= ofProject
  )
}
