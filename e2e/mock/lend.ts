import type { CarriedRequest } from '../../control-plane/src/browser/messages.ts'

/*
 * Init scripts of pages of the mock build. A reload of the page under test would end its control plane, so that lives in
 * the worker of another page of the same browser, as a server outlives its pages: messages pass between the two.
 * Each function is serialized, so it holds all that it needs.
 */

interface Carried {
  id: number
  kind: string
  request?: CarriedRequest
}

/** In the page that keeps the control plane: passes messages of other pages to its worker, and answers back. */
export function lendWorker(): void {
  const channel = new BroadcastChannel('control-plane')
  const Own = Worker
  globalThis.Worker = class extends Own {
    constructor(file: string | URL, options?: WorkerOptions) {
      super(file, options)
      channel.addEventListener('message', ({ data }) => this.postMessage(data))
      this.addEventListener('message', ({ data }: MessageEvent<Carried>) => channel.postMessage(data))
    }
  }
}

/** In the same page, then: its console shares no activity with those of the pages under test. */
export function keepToItself(): void {
  const Own = BroadcastChannel
  globalThis.BroadcastChannel = class extends Own {
    constructor(name: string) {
      super(`${name} of the keeper`)
    }
  }
}

/** In a page under test: its control plane is the one that is lent. Other workers are its own. */
export function borrowWorker(): void {
  const channel = new BroadcastChannel('control-plane')
  // Each page numbers its messages from 1: here they begin at a number of its own.
  const from = (1 + Math.floor(Math.random() * 1e9)) * 1e6
  class BorrowedWorker extends EventTarget {
    constructor() {
      super()
      channel.addEventListener('message', ({ data }: MessageEvent<Carried>) => {
        if (data.id > from && data.id < from + 1e6) this.#receive({ ...data, id: data.id - from })
      })
    }
    #receive(data: { kind: string; id?: number }) {
      this.dispatchEvent(new MessageEvent('message', { data }))
    }
    postMessage(message: Carried) {
      // It has started, and shown its first screen, long ago.
      if (message.kind === 'start') setTimeout(() => this.#receive({ kind: 'ready' }))
      else if (message.kind !== 'shown') channel.postMessage({ ...message, id: from + message.id })
    }
  }
  const Own = Worker
  const open = function (file: string | URL, options?: WorkerOptions) {
    return `${file}`.includes('main.browser') ? new BorrowedWorker() : new Own(file, options)
  }
  Object.assign(globalThis, { Worker: open })
}
