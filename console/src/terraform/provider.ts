/** The Terraform provider whose resources are written: its name is the prefix of their types. */
export const provider = {
  name: 'oxide',
  source: 'oxidecomputer/oxide',
  // The last release with a list of external IPs and one address of an interface, as in the wire contract.
  version: '~> 0.17.0',
}

/** The block that a file of resources needs once. The provider documents Terraform 1.11: silos have write-only arguments. */
export const providerBlock = `terraform {
  required_version = ">= 1.11"

  required_providers {
    ${provider.name} = {
      source  = "${provider.source}"
      version = "${provider.version}"
    }
  }
}`
