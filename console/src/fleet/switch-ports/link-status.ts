export interface LinkRow {
  name: string
  speed: string
  fec: string | null
  autoneg: boolean
  mtu: number
}

/** What is measured on one lane of the transceiver. */
export interface LaneRow {
  lane: number
  tx_power_dbm: number
  rx_power_dbm: number
  temperature_celsius: number
}

export interface LinkStatus {
  /** Null for a port without settings. */
  link: { state: string; since: string; links: LinkRow[] } | null
  monitors: LaneRow[]
}

type Kind = 'string' | 'number' | 'boolean' | 'string or null'

const is = (value: unknown, kind: Kind) =>
  // oxlint-disable-next-line valid-typeof -- the kinds are names that typeof answers
  typeof value === kind || (kind === 'string or null' && (value === null || typeof value === 'string'))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const has = (value: unknown, fields: Record<string, Kind>): value is Record<string, unknown> =>
  isRecord(value) && Object.entries(fields).every(([name, kind]) => is(value[name], kind))

const isListOf = (value: unknown, fields: Record<string, Kind>) =>
  Array.isArray(value) && value.every((each) => has(each, fields))

const linkFields = {
  name: 'string',
  speed: 'string',
  fec: 'string or null',
  autoneg: 'boolean',
  mtu: 'number',
} as const
const laneFields = {
  lane: 'number',
  tx_power_dbm: 'number',
  rx_power_dbm: 'number',
  temperature_celsius: 'number',
} as const

const isLink = (value: unknown) =>
  value === null ||
  (has(value, { state: 'string', since: 'string' }) &&
    !Number.isNaN(Date.parse(value.since as string)) &&
    isListOf(value.links, linkFields))

/** The status of a port as this server reports it. The wire leaves its form open: undefined for another form. */
export const readLinkStatus = (status: unknown): LinkStatus | undefined =>
  isRecord(status) && isLink(status.link) && isListOf(status.monitors, laneFields)
    ? (status as unknown as LinkStatus)
    : undefined

/** `speed100_g` → `100 Gb/s`. */
export const speedLabel = (speed: string): string => speed.replace(/^speed(\d+)_g$/, '$1 Gb/s')

const fecLabels: Record<string, string> = { rs: 'RS', firecode: 'Fire code', none: 'None' }

/** Undefined where the transceiver decides. */
export const fecLabel = (fec: string | null | undefined): string | undefined =>
  fec ? (fecLabels[fec] ?? fec) : undefined
