import { operationsWithNeeds } from '@skerry/contract/rules/capabilities.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createControlPlane } from '../../control-plane.ts'
import { createSession } from '../../identity/sessions/sessions.repo.ts'
import { silent } from '../../kernel/telemetry/log.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { send } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
/** Its platform lacks displays, agents, ports of hosts, EFI firmware, switches, sleds to add, releases to install. */
let small: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const capabilities = {
    simulated: false,
    architecture: 'arm64' as const,
    guestNetwork: true,
    portForwards: false,
    graphicalConsole: false,
    guestAgent: false,
    efi: false,
    switches: false,
    sledAddition: false,
    updates: false,
  }
  small = await startTestServer({ capabilities })
})
afterAll(() => Promise.all([server.close(), small.close()]))

/** An address that fits every operation with a need. */
const anywhere = {
  path: { port: 'qsfp0', instance: randomId() },
  query: { rack_id: randomId(), switch_location: 'switch0', silo: 'default', file_name: 'a.zip' },
}

it('ping answers without signing in, with what the platform can do', async () => {
  const files = { saml: true, support_bundles: true, image_fetches: true, upload_checksums: true, event_stream: false }
  const all = {
    guest_network: false,
    image_conversion: false,
    graphical_console: true,
    port_forwards: true,
    guest_agent: true,
    bios: true,
    efi: true,
    switches: true,
    sled_addition: true,
    updates: true,
    ...files,
  }
  const ping = async (from: TestServer) => (await from.anonymous.call('ping')).body
  expect(await ping(server)).toEqual({ status: 'ok', simulated: true, capabilities: all })
  const few = {
    guest_network: true,
    image_conversion: false,
    graphical_console: false,
    port_forwards: false,
    guest_agent: false,
    bios: true,
    efi: false,
    switches: false,
    sled_addition: false,
    updates: false,
    ...files,
  }
  expect(await ping(small)).toEqual({ status: 'ok', simulated: false, architecture: 'arm64', capabilities: few })
})

const ofProcess = new Set(['saml', 'support_bundles', 'image_fetches', 'upload_checksums', 'event_stream'])
const ofPlatform = operationsWithNeeds.filter(([, need]) => !ofProcess.has(need))

it.each(ofPlatform)('%s is refused by a platform without %s, and by no other', async (operation) => {
  expect(await small.admin.call(operation, anywhere)).toMatchObject({
    status: 400,
    body: { error_code: 'InvalidRequest', message: expect.stringMatching(/^not on this platform: /) },
  })
  expect((await small.anonymous.call(operation, anywhere)).status).toBe(401)
  const { message } = (await server.admin.call(operation, anywhere)).body
  expect(message).not.toMatch('not on this platform')
})

it('SAML, support bundles and updates are refused where the control plane has no libraries and no files', async () => {
  const { db, clock, passwords } = server.plane.services
  const plane = await createControlPlane({ db, clock, log: silent, platform: server.platform, passwords })
  const session = { cookie: `skerry-session=${await createSession(db, server.admin.userId, clock.now())}` }
  for (const [operation] of operationsWithNeeds.filter(([, need]) => ofProcess.has(need) || need === 'updates')) {
    const { status, body } = await send(plane, operation, anywhere, session)
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(/^not on this platform: /),
    })
  }
})
