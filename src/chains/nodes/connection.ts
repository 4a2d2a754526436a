import type { Runtime } from './runtime.ts';
import type { AcquireToken } from './token-bucket.ts';

/** Where a node is, and what is reported about each exchange with it. */
export interface NodeEndpoint {
  readonly url: string;
  /** Replaces the URL in every message. */
  readonly name: string;
  /** Undefined lets everything pass at once. */
  readonly acquire: AcquireToken | undefined;
  readonly runtime: Runtime;
  /** Called with the methods of an answered request, and how long it took. */
  onAnswered(methods: readonly string[], ms: number): void;
  /** Called with the number of the newest block where a query's answer holds it. */
  onHead(head: bigint): void;
}

/** Which chain a node serves, and its newest block, where that was read. */
interface ServedChain {
  readonly chainId: bigint;
  readonly head: bigint | undefined;
}

/** The connection to one node, in the protocol of its family. */
export interface NodeConnection<Api> {
  /** What sets of calls receive. Its errors are `NodeFailure`, or the error that the node answered, without its URL. */
  readonly api: Api;
  /** Reads the chain, and the head unless that is known already, with as few requests as there can be. */
  readServedChain(isHeadKnown: boolean): Promise<ServedChain>;
  /** Closes connections; pending calls fail. */
  close(): Promise<void>;
}

/** Prepares the connection to one node; without a request. */
export type OpenConnection<Api> = (endpoint: NodeEndpoint) => NodeConnection<Api>;
