import type { z } from 'zod';

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

/** Reads a part of a request. Throws `NodeError` where it has another form. */
export function parseRequest<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new NodeError('JsonFormat$ParseException', parsed.error.message);
  return parsed.data;
}

/** How a node names that it takes no transaction just now; the same bytes may be sent again. */
export const TRANSIENT_CODES = [
  'SERVER_BUSY',
  'NO_CONNECTION',
  'NOT_ENOUGH_EFFECTIVE_CONNECTION',
  'BLOCK_UNSOLIDIFIED',
] as const;

/** One of them. */
export type TransientCode = (typeof TRANSIENT_CODES)[number];

/** What the node says with them. */
export const TRANSIENT_REFUSALS: Readonly<Record<TransientCode, string>> = {
  SERVER_BUSY: 'Server busy.',
  NO_CONNECTION: 'No connection.',
  NOT_ENOUGH_EFFECTIVE_CONNECTION: 'effective connection:0 lt minEffectiveConnection:1',
  BLOCK_UNSOLIDIFIED: 'Block unsolidified.',
};

/** How a node names the outcome of a broadcast. */
export type BroadcastCode =
  | 'SUCCESS'
  | 'SIGERROR'
  | 'CONTRACT_VALIDATE_ERROR'
  | 'CONTRACT_EXE_ERROR'
  | 'BANDWITH_ERROR'
  | 'DUP_TRANSACTION_ERROR'
  | 'TAPOS_ERROR'
  | 'TOO_BIG_TRANSACTION_ERROR'
  | 'TRANSACTION_EXPIRATION_ERROR'
  | 'OTHER_ERROR'
  | TransientCode;

/** A transaction that the node does not accept, with the code and the text that it answers. */
export class BroadcastError extends Error {
  override name = 'BroadcastError';
  readonly code: BroadcastCode;

  constructor(code: BroadcastCode, text: string) {
    super(text);
    this.code = code;
  }
}

/** A command for the local node alone that it cannot follow; answered with status 409. */
export class CommandError extends Error {
  override name = 'CommandError';
}
