import { PlatformError } from '../../platform/interface/platform-error.ts'
import { isDatabaseFull } from '../database/database-full.ts'
import {
  ApiError,
  alreadyExists,
  conflict,
  insufficientCapacity,
  internal,
  invalidRequest,
  type Kind,
  unavailable,
} from './errors.ts'

/** The kind of resource of each unique constraint. The conflicting name is the last column of each. */
export const UNIQUE: Record<string, Kind> = {
  silos_name_key: 'silo',
  users_silo_id_external_id_key: 'silo-user',
  groups_silo_id_external_id_key: 'silo-group',
  saml_identity_providers_silo_id_name_key: 'saml-identity-provider',
  ssh_keys_user_id_name_key: 'ssh-key',
  certificates_silo_id_name_key: 'certificate',
  ip_pools_name_key: 'ip-pool',
  alert_receivers_name_key: 'alert-receiver',
  address_lots_name_key: 'address-lot',
  bgp_announce_sets_name_key: 'bgp-announce-set',
  ip_pool_silos_pkey: 'ip-pool-resource',
  ip_pool_silos_default: 'ip-pool-resource',
  projects_silo_id_name_key: 'project',
  vpcs_project_id_name_key: 'vpc',
  routers_vpc_id_name_key: 'vpc-router',
  subnets_vpc_id_name_key: 'vpc-subnet',
  router_routes_router_id_name_key: 'router-route',
  internet_gateways_vpc_id_name_key: 'internet-gateway',
  internet_gateway_ip_pools_internet_gateway_id_name_key: 'internet-gateway-ip-pool',
  internet_gateway_ip_addresses_internet_gateway_id_name_key: 'internet-gateway-ip-address',
  instances_name: 'instance',
  disks_name: 'disk',
  snapshots_name: 'snapshot',
  images_silo_name: 'silo-image',
  images_project_name: 'project-image',
  image_fetches_silo_name: 'silo-image',
  image_fetches_project_name: 'project-image',
  network_interfaces_instance_id_name_key: 'instance-network-interface',
  external_ips_name: 'floating-ip',
  affinity_groups_name: 'affinity-group',
  anti_affinity_groups_name: 'anti-affinity-group',
}

interface DatabaseFailure {
  code: string
  constraint?: string
  detail?: string
}
const isDatabaseFailure = (error: unknown): error is Error & DatabaseFailure =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'string'

const UNIQUE_VIOLATION = '23505'
/** Serialization failure and deadlock: PostgreSQL expects a retry. */
const RETRYABLE = new Set(['40001', '40P01'])
/**
 * Connection lost, refused or ended by the server, too many connections, server starting or stopping; timeout of a
 * statement, a lock or a transaction.
 */
const UNREACHABLE = /^(08|57P0|57014|55P03|25P0[34]|53300|ECONN|ENOENT|EPIPE|ETIMEDOUT)/
const UNREACHABLE_MESSAGE =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout/

/**
 * Foreign key violation: another request changed a row between this one's check and its change. On a retry the check
 * reports the problem; if the retries fail too, a check is missing.
 */
const OVERTAKEN = '23503'

/** Whether a transaction can be retried. */
export const isRetryable = (error: unknown): boolean =>
  isDatabaseFailure(error) && (RETRYABLE.has(error.code) || error.code === OVERTAKEN)

/** The answer for anything that was thrown. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof PlatformError) return platformRefusal(error)
  if (isDatabaseFailure(error)) {
    const kind = error.code === UNIQUE_VIOLATION && error.constraint && UNIQUE[error.constraint]
    if (kind) return alreadyExists(kind, /, ([^,]*)\) already exists/.exec(error.detail ?? '')?.[1] ?? lastValue(error))
    if (isDatabaseFull(error))
      return insufficientCapacity('no space is left where the database is stored: make room there').because(error)
    if (RETRYABLE.has(error.code) || UNREACHABLE.test(error.code)) return unavailable(error)
  }
  return UNREACHABLE_MESSAGE.test(String(error)) ? unavailable(error) : internal(error)
}

/** Platform errors that the caller can do something about are not server errors. */
function platformRefusal(error: PlatformError): ApiError {
  if (error.kind === 'refused') return invalidRequest(error.message).because(error)
  if (error.kind === 'no-space') return insufficientCapacity('no space is left where volumes are stored').because(error)
  if (error.kind === 'outdated')
    return conflict('another request has changed it meanwhile: read it again').because(error)
  return error.kind === 'transient' ? unavailable(error) : internal(error)
}

const lastValue = (error: DatabaseFailure): string => /=\((.*)\) already exists/.exec(error.detail ?? '')?.[1] ?? ''
