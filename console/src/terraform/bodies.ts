import type {
  AntiAffinityGroupCreate,
  DiskCreate,
  FloatingIpCreate,
  ImageCreate,
  InstanceCreate,
  InternetGatewayCreate,
  IpPoolCreate,
  IpPoolLinkSilo,
  IpRange,
  ProjectCreate,
  RouterRouteCreate,
  SamlIdentityProviderCreate,
  SiloCreate,
  SnapshotCreate,
  SshKeyCreate,
  VpcCreate,
  VpcFirewallRuleUpdateParams,
  VpcRouterCreate,
  VpcSubnetCreate,
} from '~/api/types.gen.ts'
import type { Kind } from './kinds.ts'

/** What creates a thing of each kind: the body of its request. Where the API takes a name, an id is as good. */
export interface Bodies {
  project: ProjectCreate
  sshKey: SshKeyCreate
  vpc: VpcCreate
  subnet: VpcSubnetCreate
  gateway: InternetGatewayCreate
  router: VpcRouterCreate
  route: RouterRouteCreate
  firewallRules: VpcFirewallRuleUpdateParams
  disk: DiskCreate
  snapshot: SnapshotCreate
  image: ImageCreate
  floatingIp: FloatingIpCreate
  group: AntiAffinityGroupCreate
  /** Null interfaces: no argument. A request without interfaces gets the default one. */
  instance: Omit<InstanceCreate, 'networkInterfaces'> & {
    networkInterfaces?: InstanceCreate['networkInterfaces'] | null
  }
  silo: SiloCreate
  samlProvider: SamlIdentityProviderCreate
  /** Ranges are added by requests of their own. */
  pool: IpPoolCreate & { ranges?: readonly IpRange[] }
  poolLink: IpPoolLinkSilo
}

/** Parents of a thing, each by name or id. */
export interface At {
  project?: string | undefined
  vpc?: string | undefined
  router?: string | undefined
  silo?: string | undefined
  pool?: string | undefined
}

/** A thing that is written as a resource. */
export interface Entry<K extends Kind = Kind> {
  kind: K
  at: At
  body: Bodies[K]
  /** Of a thing that exists: its resource gets an import block. */
  id?: string | undefined
  /** What its resource cannot express. */
  notes?: readonly string[]
  /** Arguments that the server does not return, or that could not be read. */
  ignored?: readonly string[]
  /** Keys of the body, at any depth, whose values stay out of the text. */
  secrets?: readonly string[]
}

export const entry = <K extends Kind>(kind: K, rest: Omit<Entry<K>, 'kind'>): Entry<K> => ({ kind, ...rest })
