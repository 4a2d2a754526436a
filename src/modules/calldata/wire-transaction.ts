import type { UnsignedTransaction } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';

/**
 * A transaction as the wire writes it for secure payments: `value` is a `0x` number. Families whose wallets
 * sign more than that add fields of their own, which pass through here.
 */
export interface Transaction {
  readonly to: string;
  readonly data: Hex;
  readonly value: Hex;
}

/** A transaction whose `value` is written as clients of the older endpoints read it. */
export interface BigNumberTransaction {
  readonly to: string;
  readonly data: Hex;
  /** Whole bytes in `hex`: zero is `0x00`. */
  readonly value: { readonly type: 'BigNumber'; readonly hex: Hex };
}

/** A call that sends no coins, with `value` as the number that approvals of batches carry. */
export interface ApprovalTransaction {
  readonly to: string;
  readonly data: Hex;
  readonly value: 0;
}

/** A prepared transaction as the wire writes it. */
export function transactionOf(prepared: UnsignedTransaction): Transaction {
  const { to, data, valueUnits, familyFields } = prepared;
  return { to, data, value: `0x${valueUnits.toString(16)}`, ...familyFields };
}

/** The same transaction as `/v2/request/{id}/pay`, payouts and batches write it. */
export function bigNumberTransaction({ value, ...rest }: Transaction): BigNumberTransaction {
  const digits = value.slice(2);
  const hex: Hex = `0x${digits.padStart(digits.length + (digits.length % 2), '0')}`;
  return { ...rest, value: { type: 'BigNumber', hex } };
}

/** The same approval as `ERC20ApprovalTransactions` writes it. */
export function approvalTransaction(transaction: Transaction): ApprovalTransaction {
  return { ...transaction, value: 0 };
}
