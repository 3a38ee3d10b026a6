import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { ipAddress, Name, uint64, uint8 } from '../values.ts'

export const BfdMode = z.enum(['single_hop', 'multi_hop']).meta({ id: 'BfdMode' })
export type BfdMode = z.infer<typeof BfdMode>

export const BfdSessionDisable = z.object({ remote: ipAddress, switch: Name }).meta({ id: 'BfdSessionDisable' })
export type BfdSessionDisable = z.infer<typeof BfdSessionDisable>

export const BfdSessionEnable = z
  .object({
    detection_threshold: uint8,
    local: ipAddress.nullish(),
    mode: BfdMode,
    remote: ipAddress,
    required_rx: uint64,
    switch: Name,
  })
  .meta({ id: 'BfdSessionEnable' })
export type BfdSessionEnable = z.infer<typeof BfdSessionEnable>

export const BfdState = z.enum(['admin_down', 'down', 'init', 'up']).meta({ id: 'BfdState' })
export type BfdState = z.infer<typeof BfdState>

export const BfdStatus = z
  .object({
    detection_threshold: uint8,
    local: ipAddress.nullish(),
    mode: BfdMode,
    peer: ipAddress,
    required_rx: uint64,
    state: BfdState,
    switch: Name,
  })
  .meta({ id: 'BfdStatus' })
export type BfdStatus = z.infer<typeof BfdStatus>

export const bfd = defineOperations({
  networking_bfd_disable: {
    tag: 'system/networking',
    method: 'post',
    path: '/v1/system/networking/bfd-disable',
    body: BfdSessionDisable,
    answer: [204],
  },
  networking_bfd_enable: {
    tag: 'system/networking',
    method: 'post',
    path: '/v1/system/networking/bfd-enable',
    body: BfdSessionEnable,
    answer: [204],
  },
  networking_bfd_status: {
    tag: 'system/networking',
    method: 'get',
    path: '/v1/system/networking/bfd-status',
    answer: [200, z.array(BfdStatus)],
  },
})
