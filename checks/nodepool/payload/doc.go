// Package payload does the arithmetic of NodePool payloads: the hashes that
// name token and user-data secrets, the payload text inside a token secret, the
// difference of two payloads and what a user-data secret would make a machine
// send.
//
// It is pure, and it never hands out a secret value: tokens are compared here
// and only the outcome leaves the package; payload text stays inside Payload.
package payload
