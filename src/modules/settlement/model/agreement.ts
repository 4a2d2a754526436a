/** What the nodes of a network say of one transfer. */
interface Said {
  readonly agree: number;
  /** Who says otherwise. */
  readonly disagree: readonly string[];
}

/**
 * Whether enough nodes have a transfer and none says otherwise. `short` waits for nodes that are slow
 * or down; `disputed` means that one of them is wrong, and a person should find out which.
 */
export function agreementOf(said: Said, needed: number): 'agreed' | 'short' | 'disputed' {
  if (said.disagree.length > 0) return 'disputed';
  return said.agree >= needed ? 'agreed' : 'short';
}
