/**
 * What a full node answers with status 200 and `{"Error": "class … : …"}` when it cannot read a request.
 */
export class NodeError extends Error {
  override name = 'NodeError';
  /** The class of the exception in the real node, without its package. */
  readonly exception: string;

  constructor(exception: string, text: string) {
    super(text);
    this.exception = exception;
  }
}

/** The result codes of a broadcast, as the node's protocol numbers them. */
const BROADCAST_CODES = [
  'SUCCESS',
  'SIGERROR',
  'CONTRACT_VALIDATE_ERROR',
  'CONTRACT_EXE_ERROR',
  'BANDWITH_ERROR',
  'DUP_TRANSACTION_ERROR',
  'TAPOS_ERROR',
  'TOO_BIG_TRANSACTION_ERROR',
  'TRANSACTION_EXPIRATION_ERROR',
  'SERVER_BUSY',
  'NO_CONNECTION',
  'NOT_ENOUGH_EFFECTIVE_CONNECTION',
  'BLOCK_UNSOLIDIFIED',
  'OTHER_ERROR',
] as const;

/** How a node names the outcome of a broadcast. */
export type BroadcastCode = (typeof BROADCAST_CODES)[number];

/** A transaction that the node does not accept, with the code and the text that it answers. */
export class BroadcastError extends Error {
  override name = 'BroadcastError';
  readonly code: BroadcastCode;

  constructor(code: BroadcastCode, text: string) {
    super(text);
    this.code = code;
  }
}
