import type { Role } from '@skerry/contract/rules/roles.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Int8, Json, Named, Timed } from '../kernel/database/columns.ts'

interface SiloTable extends Named {
  discoverable: boolean
  identity_mode: 'local_only' | 'saml_jit'
  mapped_fleet_roles: Json<Partial<Record<Role, Role[]>>>
  device_token_max_ttl_seconds: number | null
}

interface QuotaTable {
  silo_id: string
  cpus: Int8
  memory: Int8
  storage: Int8
  cpus_provisioned: Generated<number | bigint>
  memory_provisioned: Generated<number | bigint>
  storage_provisioned: Generated<number | bigint>
}

/** A project's usage of its silo's quota. */
interface ProjectUsageTable {
  project_id: string
  cpus: Int8
  memory: Int8
  storage: Int8
}

/** The usage of a project, a silo or the fleet from a time on. */
interface UsagePointTable {
  collection_id: string
  time: Date
  sequence: GeneratedAlways<number>
  cpus: Int8
  memory: Int8
  storage: Int8
}

interface UserTable extends Timed {
  id: string
  silo_id: string
  external_id: string
  password_hash: string | null
}

type BuiltinUserTable = Named

interface GroupTable extends Timed {
  id: string
  silo_id: string
  external_id: string
}

interface RoleAssignmentTable {
  level: 'fleet' | 'silo' | 'project'
  resource_id: string
  identity_type: 'silo_user' | 'silo_group'
  identity_id: string
  role: Role
}

interface SessionTable {
  id: string
  token_hash: Uint8Array
  user_id: string
  time_created: Date
  time_last_used: Date
}

interface AccessTokenTable {
  id: string
  token_hash: Uint8Array
  user_id: string
  client_id: string
  time_created: Date
  time_expires: Date | null
}

interface DeviceRequestTable {
  id: string
  device_code_hash: Uint8Array
  /** Null once confirmed: a code is valid once. */
  user_code: string | null
  client_id: string
  ttl_seconds: number | null
  user_id: string | null
  token_id: string | null
  time_last_polled: Date | null
  time_created: Date
  time_expires: Date
}

interface SignInAttemptTable {
  key: Uint8Array
  kind: 'address' | 'account' | 'account_from_address' | 'device' | 'user_code'
  attempts: number
  window_start: Date
  strikes: Generated<number>
  blocked_until: Date | null
}

interface SignInAddressTable {
  user_id: string
  address: string
  time_last_success: Date
}

interface SshKeyTable extends Named {
  user_id: string
  public_key: string
}

interface CertificateTable extends Named {
  silo_id: string
  cert: string
  private_key: string
  names: Json<string[]>
  warnings: ColumnType<string[], string | undefined, string>
  time_starts: Date
  time_expires: Date
}

interface SamlIdentityProviderTable extends Named {
  silo_id: string
  idp_entity_id: string
  sp_client_id: string
  acs_url: string
  slo_url: string
  technical_contact_email: string
  group_attribute_name: string | null
  sign_in_url: string
  idp_certificates: Json<string[]>
  public_cert: string | null
  private_key: string | null
  time_made_default: Generated<Date | null>
}

interface UsedSamlAssertionTable {
  silo_id: string
  assertion_hash: Uint8Array
  time_expires: Date
}

declare module '../kernel/database/tables.ts' {
  interface Tables {
    silos: SiloTable
    quotas: QuotaTable
    project_usage: ProjectUsageTable
    usage_points: UsagePointTable
    users: UserTable
    builtin_users: BuiltinUserTable
    groups: GroupTable
    group_members: { group_id: string; user_id: string }
    role_assignments: RoleAssignmentTable
    sessions: SessionTable
    access_tokens: AccessTokenTable
    device_requests: DeviceRequestTable
    sign_in_attempts: SignInAttemptTable
    sign_in_addresses: SignInAddressTable
    ssh_keys: SshKeyTable
    certificates: CertificateTable
    saml_identity_providers: SamlIdentityProviderTable
    used_saml_assertions: UsedSamlAssertionTable
  }
}
