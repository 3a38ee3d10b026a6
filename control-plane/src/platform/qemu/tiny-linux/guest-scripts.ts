import { CIDATA_LABEL } from '../machines/files/cidata.ts'

/** Process 1: prepares the system, reads its specification and offers a login on the serial port, again and again. */
export const initScript = `#!/bin/busybox sh
export PATH=/sbin:/bin
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
for module in /modules/*; do insmod $module; done
hostname tiny
for attempt in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  device=$(findfs LABEL=${CIDATA_LABEL} 2>/dev/null) && break
  sleep 0.1
done
if [ -n "$device" ] && mount -t vfat -o ro $device /cidata; then
  hostname "$(sed -n 's/^ "local-hostname": "\\(.*\\)",$/\\1/p' /cidata/meta-data)"
fi
ip link set lo up
for interface in /sys/class/net/eth*; do
  [ -e $interface ] && udhcpc -b -q -i \${interface##*/} -s /sbin/dhcp >/dev/null 2>&1 &
done
acpid -l /dev/null
for service in /etc/start/*; do [ -x $service ] && $service; done
while :; do
  setsid -c /sbin/session </dev/ttyS0 >/dev/ttyS0 2>&1
done
`

/**
 * A login without a password: the guest is for tests and a first look. Lines are edited by the terminal's own discipline:
 * busybox's editor would ask the client's terminal for its cursor at each prompt.
 */
export const sessionScript = `#!/bin/sh
printf '\\n%s login: ' "$(hostname)"
read -r name
[ -n "$name" ] || exit 0
export USER="$name" HOME=/root TERM=vt100
cd /root
# Busybox's own commands would ask a process 1 that this system does not have.
poweroff() { /sbin/poweroff; }
reboot() { /sbin/reboot; }
trap : INT
while printf '%s@%s:~$ ' "$name" "$(hostname)"; read -r line; do
  command eval "$line"
done
`

/** It is first called with `deconfig`: a link that is down sends no requests. */
export const dhcpScript = `#!/bin/sh
ip link set $interface up
[ "$1" = bound ] || [ "$1" = renew ] || exit 0
ip addr add $ip/$mask dev $interface
[ -n "$router" ] && ip route add default via \${router%% *}
for server in $dns; do echo nameserver $server; done >/etc/resolv.conf
`

/** Powers off at once, since there are no services to end. */
export const powerOffScript = `#!/bin/sh
sync
exec busybox poweroff -f
`

export const rebootScript = `#!/bin/sh
sync
exec busybox reboot -f
`

export const bootConfiguration = `DEFAULT tiny
PROMPT 0
LABEL tiny
KERNEL vmlinuz
INITRD initrd
APPEND console=ttyS0 quiet panic=1 mitigations=off nokaslr no_timer_check
`
