import { known, namedRow, type Seeding } from './seeding.ts'

const PROJECTS = [
  ['default', 'tide-gauges', 'Readings of 64 gauges along the coast, and tide tables made of them', 158],
  ['default', 'weather', 'Forecasts for the harbour and the approaches', 151],
  ['default', 'harbour-logistics', 'Berths, pilots, tugs and cranes', 140],
  ['default', 'ais-archive', 'Positions of every ship that passed, a disk a day', 120],
  ['default', 'lighthouse-lamps', 'Lamps, foghorns and their batteries', 77],
  ['default', 'sandbox', 'For trying things out', 12],
  ['north-quay', 'container-yard', 'Where each container stands, and where it goes next', 90],
] as const

export interface SeededProject {
  id: string
  name: string
  silo_id: string
  time_created: Date
}

/** Returns the projects by name. */
export async function seedProjects(
  seeding: Seeding,
  silos: ReadonlyMap<string, string>,
): Promise<Map<string, SeededProject>> {
  const rows = PROJECTS.map(([silo, name, description, days]) => ({
    ...namedRow(seeding, name, description, days),
    silo_id: known(silos, silo),
  }))
  await seeding.tx.insertInto('projects').values(rows).execute()
  return new Map(rows.map((row) => [row.name, row]))
}
