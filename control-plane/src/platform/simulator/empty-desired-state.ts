import type { DesiredState } from '../platform.ts'

/** The desired state of an empty system; tests extend it. */
export const EMPTY_DESIRED_STATE: DesiredState = {
  addedSleds: [],
  volumes: [],
  snapshots: [],
  images: [],
  instances: [],
  vpcs: [],
  systemNetwork: { generation: 1, inboundIcmp: true, ports: [], loopbacks: [], bfdSessions: [] },
}
