import { z } from 'zod';
import type { SafeExecution } from '#chains/chain.ts';
import { type Hex, isHex } from '#kit/hex.ts';

/** The execution of a Safe's transaction, as it was seen last. */
type StoredExecution = Pick<SafeExecution, 'outcome' | 'transactionHash' | 'isFinal'>;

/** How many owners of a Safe have signed, as a service shows it, and how many its contract asks for. */
export interface SignedBy {
  readonly owners: number;
  readonly threshold: number;
}

/** What is remembered of a transaction that owners of a Safe sign. */
export interface StoredProposal {
  /** The one of the Safe that it takes; null until what they sign was read. */
  readonly nonce: bigint | null;
  /** The Safe's nonce, and a block up to which it had not executed the transaction. */
  readonly unexecuted: { readonly nonce: bigint; readonly block: bigint } | null;
  readonly execution: StoredExecution | null;
  readonly signed: SignedBy | null;
}

const units = z.string().transform((digits) => BigInt(digits));
const hex = z.custom<Hex>((value) => typeof value === 'string' && isHex(value));

const Proposal = z.object({
  nonce: units.nullable(),
  unexecuted: z.object({ nonce: units, block: units }).nullable(),
  execution: z
    .object({
      outcome: z.enum(['success', 'failure']),
      transactionHash: hex,
      isFinal: z.boolean(),
    })
    .nullable(),
  signed: z.object({ owners: z.int(), threshold: z.int() }).nullable().default(null),
});

/** Nothing is known yet. */
export const UNREAD_PROPOSAL: StoredProposal = {
  nonce: null,
  unexecuted: null,
  execution: null,
  signed: null,
};

/** A proposal from its JSON. */
export function readStoredProposal(text: string): StoredProposal {
  return Proposal.parse(JSON.parse(text));
}
