import { Hero } from '~/shell/frame/hero.tsx'

export const DeviceSuccess = () => (
  <Hero title="Device logged in">
    <p className="text-ink-2">You can close this window</p>
  </Hero>
)
