import { type Context, requireDataVault } from '#context.ts';
import type { SealedPlace } from '#kit/data-vault.ts';
import type { Sealed } from '#kit/secret.ts';
import type { SealedTable } from '#platform/db/reseal.ts';
import type { BankAccountData } from './model/bank-account.ts';

/** Where the data of bank accounts is, for the rotation of keys. */
export const SEALED_PAYMENT_DETAILS: SealedTable = { table: 'payment_detail', column: 'sealed' };

interface DetailRow {
  readonly id: string;
  readonly accountId: string;
}

const placeOf = ({ id, accountId }: DetailRow): SealedPlace => ({
  id,
  accountId,
  ...SEALED_PAYMENT_DETAILS,
});

/** Encrypts what is known of a bank account. Refuses (400) where this installation stores no personal data. */
export function sealDetail(ctx: Context, row: DetailRow, data: BankAccountData): Sealed {
  return requireDataVault(ctx).seal(JSON.stringify(data), placeOf(row));
}

/** Decrypts it: we wrote it, so its form is not checked again. */
export function openDetail(ctx: Context, row: DetailRow, sealed: Sealed): BankAccountData {
  const text = requireDataVault(ctx).open(sealed, placeOf(row));
  const data: BankAccountData = JSON.parse(text);
  return data;
}
