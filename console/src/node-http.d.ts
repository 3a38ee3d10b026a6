// What a spec's server needs of Node. All of Node's types would give the console names that browsers do not have.
declare module 'node:http' {
  export interface IncomingMessage extends AsyncIterable<string> {
    setEncoding: (encoding: 'utf8') => this
    socket: { destroy: () => void }
  }
  export interface ServerResponse {
    writeHead: (statusCode: number, headers?: Record<string, string>) => this
    write: (text: string) => boolean
    end: (text?: string) => void
    on: (event: 'close', listener: () => void) => void
  }
  export interface UpgradedSocket {
    write: (text: string) => void
    destroy: () => void
    on: (event: 'error' | 'close', listener: () => void) => void
  }
  export interface Server {
    on: (
      event: 'upgrade',
      listener: (request: { headers: Record<string, string> }, socket: UpgradedSocket) => void,
    ) => void
    listen: (port: number, host: string, listening: () => void) => void
    address: () => { port: number }
    closeAllConnections: () => void
    close: () => void
  }
  export function createServer(listener?: (request: IncomingMessage, response: ServerResponse) => void): Server
}
