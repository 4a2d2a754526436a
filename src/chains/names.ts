/** The names that accounts gave themselves in the public registry of a network. */
export interface NameReads {
  /**
   * The name of each address, in their order, in four round trips: one that is written in its one normal form and whose own entry in the
   * registry is exactly that address. Undefined for every other; nothing outside of the chain is asked. Which name an account may use is not
   * judged: it may hold any letters. Throws `Outage` when no node answers.
   */
  findNames(addresses: readonly string[]): Promise<readonly (string | undefined)[]>;
}
