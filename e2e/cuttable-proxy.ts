import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CuttableProxy {
  /** The server's address through this proxy: `http://localhost:40123`. */
  address: string
  /** Cuts all connections, also new ones until `restore`. */
  cut(): void
  restore(): void
  /** Passes no more bytes of the connections that are open, without a word to either end. New ones work. */
  stall(): void
  close(): Promise<void>
}

/** A proxy in front of the server whose connections tests can cut. */
export async function startCuttableProxy(to: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) return void near.destroy()
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const cut = () => {
    whole = false
    for (const socket of open) socket.destroy()
  }
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => {
      whole = true
    },
    stall: () => {
      for (const socket of open) socket.unpipe().pause()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}
