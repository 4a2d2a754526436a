/** What the nodes of a network say of one transfer. */
interface Said {
  readonly agree: number;
  readonly disagree: number;
}

/**
 * Whether enough nodes have a transfer and none says otherwise. `short` waits for nodes that are slow
 * or down; `disputed` means that one of them is wrong, and a person should find out which.
 */
export function agreementOf(said: Said, needed: number): 'agreed' | 'short' | 'disputed' {
  if (said.disagree > 0) return 'disputed';
  return said.agree >= needed ? 'agreed' : 'short';
}
