import { expect, it } from 'vitest'
import { systemOfFile, systemOfUrl } from './system-of-file.ts'

it.each([
  ['debian-12-generic-amd64.qcow2', 'debian', '12'],
  ['debian-13-genericcloud-arm64-20250814-2204.qcow2', 'debian', '13'],
  ['debian-sid-generic-amd64-daily-20250814-2204.qcow2', 'debian', ''],
  ['debian12.raw', 'debian', '12'],
  ['ubuntu-24.04-server-cloudimg-amd64.img', 'ubuntu', '24.04'],
  ['ubuntu-22.04.3-live-server-amd64.iso', 'ubuntu', '22.04.3'],
  ['Fedora-Cloud-Base-Generic-42-1.1.x86_64.qcow2', 'fedora', '42'],
  ['Rocky-9-GenericCloud-Base.latest.x86_64.qcow2', 'rocky', '9'],
  ['AlmaLinux-9.4-x86_64-minimal.iso', 'almalinux', '9.4'],
  ['CentOS-Stream-GenericCloud-9-latest.x86_64.qcow2', 'centos', '9'],
  ['nocloud_alpine-3.20.3-x86_64-bios-cloudinit-r0.qcow2', 'alpine', '3.20.3'],
  ['openSUSE-Leap-15.6.x86_64-NoCloud.qcow2', 'opensuse-leap', '15.6'],
  ['rhel-9.4-x86_64-kvm.qcow2', 'rhel', '9.4'],
  ['FreeBSD-14.1-RELEASE-amd64.qcow2.xz', 'freebsd', '14.1'],
  ['en-us_windows_server_2022_x64_dvd.iso', 'windows', '2022'],
  ['cirros-0.6.2-x86_64-disk.img', 'cirros', '0.6.2'],
  ['Arch-Linux-x86_64-cloudimg.qcow2', 'arch', ''],
  ['archlinux-2024.01.01-x86_64.iso', 'arch', '2024.01.01'],
  ['noble-server-cloudimg-amd64.img', 'ubuntu', '24.04'],
  ['Jammy-minimal-cloudimg-arm64.img', 'ubuntu', '22.04'],
  ['bookworm.raw', 'debian', '12'],
  ['debian-trixie-genericcloud-amd64-daily-20250814-2204.qcow2', 'debian', '13'],
  ['debian-bullseye-1.4.qcow2', 'debian', '11'],
  ['ubuntu-jammy-22.04.5-desktop.iso', 'ubuntu', '22.04.5'],
  ['ubuntu-22.04-jammy.img', 'ubuntu', '22.04'],
  ['fedora-focal-42.img', 'fedora', '42'],
])('%s is %s %s', (name, os, version) => {
  expect(systemOfFile(name)).toEqual({ os, version })
})

it.each(['disk.img', 'backup-12.qcow2', 'undebianized-3.img', 'sarcastic.iso', 'ennobled-2.img', ''])(
  '%s tells no system',
  (name) => {
    expect(systemOfFile(name)).toBeUndefined()
  },
)

it('the last part of an address counts, without its query', () => {
  const folder = 'https://cloud.example/fedora/40'
  expect(systemOfUrl(`${folder}/debian-12-generic-amd64.qcow2?from=ubuntu-24.04`)).toEqual({
    os: 'debian',
    version: '12',
  })
  expect(systemOfUrl(`${folder}/`)).toBeUndefined()
  expect(systemOfUrl('debian-12')).toBeUndefined()
})
