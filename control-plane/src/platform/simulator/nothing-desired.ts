import type { DesiredState } from '../platform.ts'

/** What a platform is to have that was never asked for anything; tests add to it. */
export const NOTHING_DESIRED: DesiredState = {
  addedSleds: [],
  volumes: [],
  snapshots: [],
  images: [],
  instances: [],
  vpcs: [],
  systemNetwork: { generation: 1, inboundIcmp: true, ports: [], loopbacks: [], bfdSessions: [] },
}
