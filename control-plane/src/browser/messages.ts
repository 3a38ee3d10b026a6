/** Messages between the page and the worker that runs the control plane. */

export interface CarriedRequest {
  url: string
  method: string
  headers: [string, string][]
  body: ArrayBuffer | null
}

export interface CarriedAnswer {
  status: number
  headers: [string, string][]
  body: ArrayBuffer | null
  /** The body comes in parts. */
  isStream?: boolean
}

/** Answers that were recorded when the demo data was made, by path with query. */
export type RecordedAnswers = Readonly<Record<string, { status: number; headers: [string, string][]; body: string }>>

/** Addresses of what the database starts from. */
export interface DatabaseFiles {
  snapshot: string
  /** PostgreSQL as WebAssembly, and the files that it comes with. */
  program: string
  share: string
}

export type ToControlPlane =
  /** First of all. */
  | { kind: 'start'; files: DatabaseFiles }
  /** The page has shown its first screen: what goes on in the background may begin. */
  | { kind: 'shown' }
  | { kind: 'request'; id: number; request: CarriedRequest }
  | { kind: 'abort'; id: number }
  /** Ends the session and begins one of this user of the first silo. */
  | { kind: 'act'; id: number; user: string }
  | { kind: 'connect'; id: number; request: CarriedRequest }
  | { kind: 'send'; id: number; bytes: ArrayBuffer }
  | { kind: 'disconnect'; id: number }

export type FromControlPlane =
  /** Loaded bytes of the database's files, of so many. */
  | { kind: 'progress'; loaded: number; total: number }
  | { kind: 'ready' }
  | { kind: 'broken'; message: string }
  | { kind: 'answer'; id: number; answer: CarriedAnswer }
  /** Part of a body; null ends it. */
  | { kind: 'part'; id: number; bytes: ArrayBuffer | null }
  | { kind: 'acting'; id: number }
  | { kind: 'connected'; id: number }
  | { kind: 'message'; id: number; bytes: ArrayBuffer }
  | { kind: 'disconnected'; id: number; code: number; reason: string }
