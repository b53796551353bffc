package machinepool

// skeleton is the smallest module that keeps the contract: it manages nothing
// native and reports made-up members. Examples pass with it.
const skeleton = `-- module/contract.tf --
variable "captf_contract" { type = string }
variable "captf_cluster" { type = object({ name = string, namespace = string }) }
variable "captf_object" { type = object({ kind = string, name = string, namespace = string }) }
variable "captf_cluster_outputs" { type = any }
variable "captf_tags" { type = map(string) }
variable "machinepool_name" { type = string }
variable "replicas" { type = number }
variable "bootstrap_data" {
  type      = string
  sensitive = true
}
variable "bootstrap_format" { type = string }
variable "failure_domains" { type = list(string) }
variable "cluster_failure_domains" { type = list(string) }
variable "kubernetes_version" { type = string }
variable "node_labels" { type = map(string) }
variable "autoscaling" { type = object({ enabled = bool, min = number, max = number }) }
-- module/main.tf --
terraform {
  required_version = ">= 1.5"
}
locals {
  ids = [for i in range(var.replicas) : "noop:///${var.machinepool_name}/${i}"]
}
resource "terraform_data" "pool" {
  input = { tags = var.captf_tags, ids = local.ids }
}
output "provider_id" { value = "noop-group:///${var.machinepool_name}" }
output "provider_id_list" { value = sort(local.ids) }
output "replicas" { value = var.replicas }
output "instances" { value = [for id in local.ids : { provider_id = id, state = "running" }] }
output "health" { value = { state = "running", healthy = true, message = null, reasons = [] } }
`
