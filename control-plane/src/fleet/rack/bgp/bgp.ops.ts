import type { bgp, BgpConfig } from '@skerry/contract/fleet/bgp.ts'
import { selector } from '../../../kernel/access/scope.ts'
import type { Handlers } from '../../../kernel/http/call.ts'
import { conflict, notFound } from '../../../kernel/http/errors.ts'
import { namedView } from '../../../kernel/http/named.view.ts'
import { pageOf } from '../../../kernel/http/paging.ts'
import { hash32 } from '../../../kernel/values/hash.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import type { BgpMessage, BgpPeerHistory } from '../../../platform/interface/system-network.ts'
import { lockNetworking } from '../system-networking/lock.ts'
import { announceSetsOps } from './announce-sets.ops.ts'
import { findAnnounceSet } from './announce-sets.repo.ts'
import {
  deleteBgpConfig,
  findBgpConfig,
  insertBgpConfig,
  type ListedConfig,
  listedConfigs,
  settingsUsingConfig,
} from './bgp-configs.repo.ts'

const configView = (row: ListedConfig): BgpConfig => ({
  ...namedView(row),
  asn: Number(row.asn),
  vrf: row.vrf,
  announce_set_name: row.announce_set_name,
  used_by: row.used_by,
})

/** Largest number of messages and of state changes per session; the last ones are answered. */
const MAX_ENTRIES = 1000
/** Maximum size of the answer, divided equally among the sessions, in networks; a message itself counts as ten. */
const MAX_ANSWER_SIZE = 80_000

const sizeOf = ({ message }: BgpMessage): number => 10 + (message.type === 'update' ? message.networks.length : 0)

/** The last messages whose sizes add up to no more than that. */
function lastMessages(messages: readonly BgpMessage[], maxSize: number): readonly BgpMessage[] {
  let left = maxSize
  const other = messages.findLastIndex((message) => (left -= sizeOf(message)) < 0)
  return messages.slice(Math.max(other + 1, messages.length - MAX_ENTRIES))
}

/** An object per peer, as clients declare it. */
const historyView = ({ messages, stateChanges, keepalives }: BgpPeerHistory, maxSize: number) => ({
  messages: lastMessages(messages, maxSize).map(({ time, direction, message }) => ({
    time: timestamp(time),
    direction,
    message,
  })),
  state_changes: stateChanges
    .slice(-Math.min(MAX_ENTRIES, Math.ceil(maxSize / 10)))
    .map(({ time, state, reason }) => ({ time: timestamp(time), state, reason })),
  keepalives,
})

export const bgpOps: Handlers<typeof bgp> = {
  ...announceSetsOps,

  networking_bgp_config_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, listedConfigs(call.db), { table: 'bgp_configs', view: configView })
  },

  networking_bgp_config_create(call) {
    call.access.onFleet()
    const { bgp_announce_set_id: announceSet, ...fields } = call.body
    return call.transaction(async (tx) => {
      await lockNetworking(tx)
      const set = await findAnnounceSet(tx, announceSet)
      if (!set) throw notFound('bgp-announce-set', selector(announceSet))
      const config = await insertBgpConfig(tx, { ...fields, announce_set_id: set.id }, call.now)
      call.target(config.id)
      return configView({ ...config, announce_set_name: set.name, used_by: [] })
    })
  },

  networking_bgp_config_delete(call) {
    call.access.onFleet()
    const nameOrId = call.query.name_or_id
    return call.transaction(async (tx) => {
      await lockNetworking(tx)
      const config = await findBgpConfig(tx, nameOrId)
      if (!config) throw notFound('bgp-config', selector(nameOrId))
      call.target(config.id)
      const user = await settingsUsingConfig(tx, config.id)
      if (user) throw conflict(`BGP configuration "${config.name}" is used by switch port settings "${user.name}"`)
      await deleteBgpConfig(tx, config.id)
    })
  },

  async networking_bgp_status(call) {
    call.access.onFleet()
    const sessions = await call.services.platform.systemNetwork.bgpSessions()
    return sessions.map(({ port, peer, localAsn, remoteAsn, state, since, location }) => ({
      addr: peer,
      local_asn: localAsn,
      remote_asn: remoteAsn,
      state,
      state_duration_millis: call.now.getTime() - since.getTime(),
      switch: location,
      port_id: port.id,
      port_name: port.name,
    }))
  },

  async networking_bgp_exported(call) {
    call.access.onFleet()
    const sessions = await call.services.platform.systemNetwork.bgpSessions()
    const byPeer = Map.groupBy(sessions, ({ peer }) => peer)
    return {
      exports: Object.fromEntries(
        [...byPeer].map(([peer, each]) => {
          const [first, ...more] = each.map(({ exported }) => exported)
          const networks = more.length ? [...new Set([first!, ...more].flat())] : first!
          // Not parsed: there may be hundreds of thousands.
          return [peer, networks.filter((network) => !network.includes(':'))]
        }),
      ),
    }
  },

  async networking_bgp_imported_routes_ipv4(call) {
    call.access.onFleet()
    const sessions = await call.services.platform.systemNetwork.bgpSessions()
    return sessions
      .filter(({ localAsn }) => localAsn === call.query.asn)
      .flatMap(({ location, peer, imported }) =>
        imported.map((prefix) => ({
          id: hash32(`${location} ${peer} ${prefix}`),
          nexthop: peer,
          prefix,
          switch: location,
        })),
      )
  },

  async networking_bgp_message_history(call) {
    call.access.onFleet()
    const sessions = await call.services.platform.systemNetwork.bgpHistory(call.query.asn)
    const bySwitch = Map.groupBy(sessions, ({ location }) => location)
    const maxSize = MAX_ANSWER_SIZE / sessions.length
    return {
      switch_histories: [...bySwitch].map(([location, each]) => ({
        switch: location,
        history: Object.fromEntries(each.map((session) => [session.peer, historyView(session, maxSize)])),
      })),
    }
  },
}
