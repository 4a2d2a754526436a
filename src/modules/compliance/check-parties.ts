import type { Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import {
  areWalletsScreened,
  PROVIDER_ERROR,
  SCREENING_REJECTED,
  screenWallets,
} from '#modules/screening/index.ts';
import { type PartyRole, payerRequired, refusedParty } from './model/refused-party.ts';

/** A wallet that pays or is paid, and where the caller named it. */
interface Party {
  readonly role: PartyRole;
  /** As its chain shows it. Undefined of a payer that the caller did not name. */
  readonly walletAddress: string | undefined;
  readonly field: string;
}

/** Who pays whom, and the networks on which that happens. */
interface PartiesInput {
  readonly networks: readonly Network[];
  readonly parties: readonly Party[];
}

/** A wallet that may not take part, and why: it was rejected, or nothing is known of it. */
interface UnfitParty {
  readonly role: PartyRole;
  readonly walletAddress: string;
  readonly field: string;
  readonly code: typeof SCREENING_REJECTED | typeof PROVIDER_ERROR;
}

/**
 * Looks up who pays and who is paid, where that is done at all, and returns the first of them that may not take part; one that was rejected
 * comes before one of which nothing is known. Never within a transaction, as nodes are asked.
 */
export async function findUnfitParty(
  ctx: Context,
  { networks, parties }: PartiesInput,
): Promise<UnfitParty | undefined> {
  const wallets = parties.flatMap(({ walletAddress }) => walletAddress ?? []);
  if (wallets.length === 0) return undefined;
  const screened = await screenWallets(ctx, { networks, wallets });
  const find = (listing: 'listed' | 'unknown', code: UnfitParty['code']) => {
    const found = screened.find((one) => one.listing === listing)?.walletAddress;
    const party = parties.find(({ walletAddress }) => walletAddress === found);
    return found === undefined || party === undefined
      ? undefined
      : { role: party.role, walletAddress: found, field: party.field, code };
  };
  return find('listed', SCREENING_REJECTED) ?? find('unknown', PROVIDER_ERROR);
}

/**
 * Refuses (400) a payer that is not named where wallets are looked up, and (403) a payer or recipient that was rejected, or of which nothing
 * is known now. The caller has written nothing yet.
 */
export async function checkParties(ctx: Context, input: PartiesInput): Promise<void> {
  if (!areWalletsScreened(ctx, input.networks)) return;
  const unnamed = input.parties.find(({ walletAddress }) => walletAddress === undefined);
  if (unnamed !== undefined) throw payerRequired(unnamed.field);
  const unfit = await findUnfitParty(ctx, input);
  if (unfit !== undefined) throw refusedParty(unfit);
}

/** Whether a call was refused because of who pays or is paid. */
export function isPartyRefused(error: unknown): error is Refusal {
  return (
    error instanceof Refusal && (error.code === SCREENING_REJECTED || error.code === PROVIDER_ERROR)
  );
}
