import { type Content, textOf } from './document.ts'

/** The worker itself: the page's types would have the window here. */
declare const self: {
  addEventListener: (type: 'message', listener: (event: MessageEvent<Content>) => void) => void
  postMessage: (text: string) => void
}

self.addEventListener('message', ({ data }) => self.postMessage(textOf(data)))
