import type { NetworkId } from '#catalog/networks.ts';
import { Refusal } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { UserOperation } from './user-operation.ts';

/** An operation for one version of the contract that executes it. */
export interface OperationQuery {
  readonly network: NetworkId;
  readonly entryPoint: string;
  readonly operation: UserOperation;
}

/** The limits that an operation needs, as a bundler estimates them. */
interface OperationGas {
  readonly preVerificationGas: bigint;
  readonly verificationGasLimit: bigint;
  readonly callGasLimit: bigint;
  /** Undefined where it estimates none. */
  readonly paymasterVerificationGasLimit: bigint | undefined;
  readonly paymasterPostOpGasLimit: bigint | undefined;
}

/** Who pays the gas of an operation, and the proof of it. */
export interface Sponsorship {
  readonly paymaster: string;
  readonly paymasterData: Hex;
  /** Undefined where the paymaster names none: then the estimated one counts. */
  readonly paymasterVerificationGasLimit: bigint | undefined;
  readonly paymasterPostOpGasLimit: bigint | undefined;
  /** Of data to estimate with: whether it is the final data already. */
  readonly isFinal: boolean;
}

/** One log of an operation, in the words of the wire. */
interface OperationLog {
  readonly address: string;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** How an operation ended. Nothing of it is a proof: the chain is. */
interface OperationReceipt {
  readonly hash: Hex;
  readonly entryPoint: string | undefined;
  readonly sender: string;
  readonly nonce: bigint;
  readonly paymaster: string | undefined;
  readonly isSuccessful: boolean;
  readonly gasCostUnits: bigint;
  readonly gasUsed: bigint;
  readonly logs: readonly OperationLog[];
  /** The transaction that carried it out, maybe with others. */
  readonly transactionHash: Hex;
  readonly blockHash: Hex;
  readonly blockNumber: bigint;
}

/**
 * Sends operations of smart accounts and has others pay their gas, by the services that the operator chose for each network.
 * All methods throw `OperationRefused` for what a service refuses, and `Outage` where it does not answer as documented.
 */
export interface Bundlers {
  /** The networks that a bundler is configured for. */
  readonly networks: readonly NetworkId[];
  /** Those among them on which a paymaster is, too. */
  readonly sponsored: readonly NetworkId[];
  /** The contracts through which the bundler of a network sends operations. */
  readEntryPoints(network: NetworkId): Promise<readonly string[]>;
  estimateLimits(query: OperationQuery): Promise<OperationGas>;
  /** Sends once and returns the operation's hash; after an `Outage` it may have arrived, and sending it again does no harm. */
  send(query: OperationQuery): Promise<Hex>;
  /** How an operation ended; undefined while it has not, and for one that the bundler does not know. */
  findReceipt(query: {
    readonly network: NetworkId;
    readonly hash: Hex;
  }): Promise<OperationReceipt | undefined>;
  /** The operation behind a hash and the transaction that it is in, if any; undefined for one that the bundler does not know. */
  findOperation(query: { readonly network: NetworkId; readonly hash: Hex }): Promise<
    | {
        readonly operation: UserOperation;
        readonly entryPoint: string;
        readonly transactionHash: Hex | undefined;
      }
    | undefined
  >;
  /** Data of the final length to estimate gas with. */
  sponsorForEstimate(query: OperationQuery): Promise<Sponsorship>;
  /** What pays for exactly this operation. */
  sponsor(query: OperationQuery): Promise<Sponsorship>;
}

/** A service refused an operation (400). */
export class OperationRefused extends Refusal {
  /** Of the JSON-RPC error, as the standard numbers reasons. */
  readonly rpcCode: number;

  constructor(rpcCode: number, message: string) {
    super('user_operation_refused', 400, message);
    this.rpcCode = rpcCode;
  }
}
