/** One figure in the form of Prometheus, with a sample for each set of labels. */
export interface Metric {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  samples: Sample[]
}

export interface Sample {
  /** Of a histogram: `_bucket`, `_sum` or `_count`. */
  suffix?: string
  labels?: Record<string, string | number>
  value: number
}

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Series {
  operation: string
  status: number
  /** Requests in each bucket alone; beyond the last bound they count in `count` only. */
  buckets: number[]
  count: number
  seconds: number
}

/** Counts requests while they are served. Costs a look into a map and three additions each. */
export class Telemetry {
  readonly #requests = new Map<string, Series>()

  request(operation: string, status: number, ms: number): void {
    const key = `${operation} ${status}`
    let series = this.#requests.get(key)
    if (!series) {
      series = { operation, status, buckets: BOUNDS.map(() => 0), count: 0, seconds: 0 }
      this.#requests.set(key, series)
    }
    const seconds = ms / 1000
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound)
    if (bucket >= 0) series.buckets[bucket]!++
    series.count++
    series.seconds += seconds
  }

  requests(): Metric {
    return {
      name: 'skerry_request_duration_seconds',
      type: 'histogram',
      help: 'Requests to the API and how long they took, by operation and status.',
      samples: [...this.#requests.values()].flatMap(samplesOf),
    }
  }
}

function samplesOf({ operation, status, buckets, count, seconds }: Series): Sample[] {
  const labels = { operation, status }
  let below = 0
  return [
    ...buckets.map((inBucket, i) => {
      below += inBucket
      return { suffix: '_bucket', labels: { ...labels, le: BOUNDS[i]! }, value: below }
    }),
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: count },
  ]
}

/** What a pool of database connections does; `openDatabase` fills it. */
export class DatabaseUsage {
  statements = 0
  seconds = 0
  connections: () => { open: number; idle: number; waiting: number } = () => ({ open: 0, idle: 0, waiting: 0 })

  metrics(): Metric[] {
    const { open, idle, waiting } = this.connections()
    return [
      {
        name: 'skerry_database_connections',
        type: 'gauge',
        help: 'Connections to the database; waiting are those who want one.',
        samples: [
          { labels: { state: 'busy' }, value: open - idle },
          { labels: { state: 'idle' }, value: idle },
          { labels: { state: 'waiting' }, value: waiting },
        ],
      },
      {
        name: 'skerry_database_statements_total',
        type: 'counter',
        help: 'Statements sent to the database.',
        samples: [{ value: this.statements }],
      },
      {
        name: 'skerry_database_statement_seconds_total',
        type: 'counter',
        help: 'Time that statements took, as the server waited for them.',
        samples: [{ value: this.seconds }],
      },
    ]
  }
}
