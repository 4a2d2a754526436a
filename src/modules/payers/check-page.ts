import { type Context, requireDataVault } from '#context.ts';
import type { SealedPlace } from '#kit/data-vault.ts';
import type { Sealed } from '#kit/secret.ts';
import type { Payer } from './model/payer.ts';
import { SEALED_CHECK_PAGE } from './sealed-person.ts';

type OwnId = Pick<Payer, 'id' | 'accountId'>;

const placeOf = ({ id, accountId }: OwnId): SealedPlace => ({
  id,
  accountId,
  ...SEALED_CHECK_PAGE,
});

/** Encrypts the address of a page: it opens for whoever has it. Refuses (400) where this installation stores no personal data. */
export function sealCheckPage(ctx: Context, payer: OwnId, url: string): Sealed {
  return requireDataVault(ctx).seal(url, placeOf(payer));
}

/** The address of the page of a payer's check; null where there is none, or no key to read it with. */
export function openCheckPage(ctx: Context, payer: Payer): string | null {
  const { checkPage } = payer;
  if (checkPage === null || typeof checkPage === 'string') return checkPage;
  return ctx.dataVault?.open(checkPage, placeOf(payer)) ?? null;
}
