/**
 * The Terraform provider whose resources are written: its name is the prefix of their types. It is the one that speaks
 * the wire contract today; a deployment with a provider of its own changes these two lines.
 */
export const provider = { name: 'oxide', source: 'oxidecomputer/oxide' }

/** The block that a file of resources needs once. Import blocks came with Terraform 1.5. */
export const providerBlock = `terraform {
  required_version = ">= 1.5"

  required_providers {
    ${provider.name} = {
      source = "${provider.source}"
    }
  }
}`
