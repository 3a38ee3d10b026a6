import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { binary, Name, uint32, uuid } from '../values.ts'
import { Password, UserId } from './users.ts'

export const DeviceAccessTokenRequest = z
  .object({ client_id: uuid, device_code: z.string(), grant_type: z.string() })
  .meta({ id: 'DeviceAccessTokenRequest' })
export type DeviceAccessTokenRequest = z.infer<typeof DeviceAccessTokenRequest>

export const DeviceAuthRequest = z
  .object({ client_id: uuid, ttl_seconds: uint32.min(1).nullish() })
  .meta({ id: 'DeviceAuthRequest' })
export type DeviceAuthRequest = z.infer<typeof DeviceAuthRequest>

export const DeviceAuthVerify = z.object({ user_code: z.string() }).meta({ id: 'DeviceAuthVerify' })
export type DeviceAuthVerify = z.infer<typeof DeviceAuthVerify>

export const UsernamePasswordCredentials = z
  .object({ password: Password, username: UserId })
  .meta({ id: 'UsernamePasswordCredentials' })
export type UsernamePasswordCredentials = z.infer<typeof UsernamePasswordCredentials>

/** The most providers that a sign-in page offers. */
export const MAX_OFFERED_PROVIDERS = 100

export const SignInProviders = z
  .object({
    providers: z.array(Name).max(MAX_OFFERED_PROVIDERS),
    /** Whether to ask for a password: also of a silo that does not exist, which looks like one of local users. */
    password: z.boolean(),
  })
  .meta({ id: 'SignInProviders' })
export type SignInProviders = z.infer<typeof SignInProviders>

export const sessions = defineOperations({
  device_auth_request: {
    tag: 'console-auth',
    method: 'post',
    path: '/device/auth',
    body: DeviceAuthRequest,
    bodyType: 'application/x-www-form-urlencoded',
    maxBodyBytes: 16 * 2 ** 10,
    errors: 'oauth',
    answer: 'default',
  },
  device_auth_confirm: {
    tag: 'console-auth',
    method: 'post',
    path: '/device/confirm',
    body: DeviceAuthVerify,
    answer: [204],
  },
  device_access_token: {
    tag: 'console-auth',
    method: 'post',
    path: '/device/token',
    body: DeviceAccessTokenRequest,
    bodyType: 'application/x-www-form-urlencoded',
    maxBodyBytes: 16 * 2 ** 10,
    errors: 'oauth',
    answer: 'default',
  },
  login_saml: {
    tag: 'login',
    method: 'post',
    path: '/login/{silo_name}/saml/{provider_name}',
    params: z.object({ silo_name: Name, provider_name: Name }),
    body: binary,
    bodyType: 'application/octet-stream',
    maxBodyBytes: 256 * 2 ** 10,
    fromOtherSites: true,
    answer: [303],
  },
  /** Beyond the wire contract, like `login_providers_view`: browsers go through it to the provider. */
  login_saml_begin: {
    tag: 'login',
    method: 'get',
    path: '/login/{silo_name}/saml/{provider_name}/redirect',
    params: z.object({ silo_name: Name, provider_name: Name }),
    query: z.object({ redirect_uri: z.string().optional() }),
    answer: [302],
  },
  login_providers_view: {
    tag: 'login',
    method: 'get',
    path: '/v1/login/{silo_name}/providers',
    params: z.object({ silo_name: Name }),
    answer: [200, SignInProviders],
  },
  login_local: {
    tag: 'login',
    method: 'post',
    path: '/v1/login/{silo_name}/local',
    params: z.object({ silo_name: Name }),
    body: UsernamePasswordCredentials,
    maxBodyBytes: 16 * 2 ** 10,
    answer: [204],
  },
  logout: {
    tag: 'console-auth',
    method: 'post',
    path: '/v1/logout',
    answer: [204],
  },
})
