import { makeDisk } from './instance.ts'
import { openDisks, shows, streaming, test } from './live.ts'
import { expect } from './test.ts'

test.use({ isLive: true })

const host = 'skerry.test'

test.use({
  baseURL: async ({ streams }, give) => give(streams.address.replace('localhost', host)),
  launchOptions: async ({ launchOptions }, give) =>
    give({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`] }),
})

test('over plain HTTP at a name other than localhost tabs share a stream too', async ({
  context,
  member,
  streams,
  project,
  elsewhere,
}) => {
  const first = await context.newPage()
  await first.goto(`/login/${member.silo}/local`)
  await member.fill(first)
  const pages = [await openDisks(context, project), await openDisks(context, project)]
  expect(await first.evaluate(() => isSecureContext)).toBe(false)
  await streaming(streams)
  await makeDisk(elsewhere, project, 'plain')
  await shows(pages, 'plain')
  expect(streams.asked).toHaveLength(1)
})
