import type { NetworkId } from '#catalog/networks.ts';
import type { SafeTransaction } from '#chains/accounts.ts';
import type { Hex } from '#kit/hex.ts';

/** A transaction of a Safe that its owners are asked to sign, in the words of a service that collects their signatures. */
export interface SafeProposal {
  /** As its network shows it. */
  readonly safe: string;
  readonly transaction: SafeTransaction;
  /** The hash that was asked for. Whether it is that of the transaction is not judged. */
  readonly safeTransactionHash: Hex;
  /** Who is said to have signed; a caller recovers the signers itself. */
  readonly confirmations: readonly SafeConfirmation[];
  /** How many signatures the service says that the Safe needs; undefined where it does not say. */
  readonly confirmationsRequired: number | undefined;
  /** The transaction of the network that the service says has executed it; undefined until then. */
  readonly executedBy: Hex | undefined;
  readonly proposedAt: Date;
}

/** One signature of a proposal. */
interface SafeConfirmation {
  readonly owner: string;
  readonly signature: Hex;
}

/** Shows proposals to the owners of Safes. Nothing of what it says is a proof: an owner's signature is, and the chain. */
export interface SafeService {
  /** The networks that a service is configured for. */
  readonly networks: readonly NetworkId[];
  /**
   * What a service knows of this transaction; undefined for one that it does not know, and for a network without
   * a service. Throws `Outage` where it does not answer as documented.
   */
  findTransaction(query: {
    readonly network: NetworkId;
    readonly safeTransactionHash: Hex;
  }): Promise<SafeProposal | undefined>;
}
