import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** By connection. Once a client has reset a connection, the kernel no longer knows the address of its requests. */
const addresses = new WeakMap<Duplex, string>()

/** Reads the address of a connection that has just opened; closes it if the client has reset it already. */
export function keepPeerAddress(socket: Socket): void {
  const { remoteAddress } = socket
  if (remoteAddress === undefined) socket.destroy()
  else addresses.set(socket, remoteAddress)
}

/** @throws for a connection whose address is unknown: its requests must not be answered */
export function peerAddress(socket: Duplex): string {
  const address = addresses.get(socket)
  if (address === undefined) throw new Error('a connection without an address')
  return address
}
