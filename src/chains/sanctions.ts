/** The public list of sanctioned addresses that a contract of the network keeps. */
export interface SanctionsReads {
  readonly oracleAddress: string;
  /**
   * One round trip: whether each of these addresses is on the list, in their order. Throws `Outage` when no node answers and
   * for every answer that is neither true nor false, also of an address without code: none of them means that a wallet is not listed.
   */
  areListed(addresses: readonly string[]): Promise<readonly boolean[]>;
}
