package nodepool

// examinePayload compares the readable payloads of an explained pool with the
// names of their secrets and with each other, and fills p.Payload.
func examinePayload(p *Pool) {
	p.Payload = Payload{Verified: Unknown}
}
