import { expect, it } from 'vitest'
import { architectureOfUrl } from './architecture.ts'

it.each([
  ['https://a.example/13/debian-13-generic-arm64.qcow2', 'arm64'],
  ['https://a.example/generic_alpine-3.24.1-aarch64-uefi-cloudinit-r0.qcow2', 'arm64'],
  ['https://a.example/Rocky-10-GenericCloud-Base.latest.x86_64.qcow2', 'amd64'],
  ['https://a.example/noble-server-cloudimg-AMD64.img', 'amd64'],
  // What is known of the folder may not be true of the file.
  ['https://a.example/arm64/disk.qcow2', undefined],
  ['https://a.example/amd64-arm64.qcow2', undefined],
  ['https://a.example/farm64x.qcow2', undefined],
  ['disk-arm64.qcow2', undefined],
])('%s is for %s', (url, architecture) => expect(architectureOfUrl(url)).toBe(architecture))
