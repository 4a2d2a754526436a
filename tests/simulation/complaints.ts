/** An error in the log that nobody caused on purpose is a finding. */
export function complain(complaints: string[], line: string): void {
  if (/"type":"(Killed|ConnectionLost|Outage)"/.test(line)) return;
  // Time jumps here, and what was final before is then as old as the jump was long.
  if (/nodes differ on a payment by|by the word of one node is denied by/.test(line)) return;
  if (/lock timeout|nodes disagree on it|the nodes’ final block is too old/.test(line)) return;
  // A node invented it, and it never counted; operators are rightly alerted.
  if (/"payments":0,"msg":"no node has a reported payment any more/.test(line)) return;
  // Others hold tokens under references of ours, of which operators are rightly alerted.
  if (/somebody else authorised a payment with a reference of ours/.test(line)) return;
  // Somebody else or a token did that to an instalment, of which operators are rightly alerted.
  if (/somebody else has sent an instalment|an instalment was taken and is not paid/.test(line)) {
    return;
  }
  complaints.push(line.slice(0, 2_000));
}
