import type { Network } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import {
  areWalletsScreened,
  judgeByPlan,
  PROVIDER_ERROR,
  SCREENING_REJECTED,
  type ScreeningPlan,
  screenWallets,
} from '#modules/screening/index.ts';
import { payerRequired, refusedParty } from './model/refused-party.ts';
import {
  type PartyRole,
  type RefusalReason,
  type RefusedWallet,
  ScreeningRefusal,
} from './model/refused-wallet.ts';

/** A wallet that pays or is paid, and where the caller named it. */
interface Party {
  readonly role: PartyRole;
  /** As its chain shows it. Undefined of a payer that the caller did not name. */
  readonly walletAddress: string | undefined;
  readonly field: string;
  /** Who judges it; null where nobody does. */
  readonly plan: ScreeningPlan | null;
}

/** Who pays whom, and the networks on which that happens: that of the payment, then the one that it is paid from. */
interface PartiesInput {
  /** Whose payment it is. */
  readonly accountId: string;
  readonly networks: readonly [Network, ...Network[]];
  readonly parties: readonly Party[];
}

/** A wallet that may not take part, and why: it was rejected, or nothing is known of it. */
interface UnfitParty extends RefusedWallet {
  readonly field: string;
}

/**
 * Looks up who pays and who is paid, among the wallets that the account rejects and in the lists that are read, then has vendors judge whom a plan
 * names, and returns the first that may not take part; one that was rejected comes before one of which nothing is known. Never within a transaction of
 * the caller, as nodes and vendors are asked.
 */
export async function findUnfitParty(
  ctx: Context,
  { accountId, networks, parties }: PartiesInput,
): Promise<UnfitParty | undefined> {
  const wallets = parties.flatMap(({ walletAddress }) => walletAddress ?? []);
  if (wallets.length === 0) return undefined;
  const screened = await screenWallets(ctx, { accountId, networks, wallets });
  const [{ id: network }] = networks;
  const find = (listing: 'listed' | 'unknown', code: RefusalReason) => {
    const found = screened.find((one) => one.listing === listing);
    const party = parties.find(({ walletAddress }) => walletAddress === found?.walletAddress);
    if (found === undefined || party === undefined) return undefined;
    const { walletAddress, provider } = found;
    const { role, field } = party;
    return { accountId, role, walletAddress, field, network, code, provider };
  };
  const unfit = find('listed', SCREENING_REJECTED) ?? find('unknown', PROVIDER_ERROR);
  return unfit ?? (await findRejected(ctx, { accountId, networks, parties }));
}

/** The first of those that vendors judge that they reject, else the first that none of them decides about. */
async function findRejected(
  ctx: Context,
  { accountId, networks: [{ id: network }], parties }: PartiesInput,
): Promise<UnfitParty | undefined> {
  const judged = await Promise.all(
    parties.map(async ({ role, walletAddress, field, plan }) => {
      if (plan === null || walletAddress === undefined) return undefined;
      const direction = role === 'payer' ? 'incoming' : 'outgoing';
      const wallet = { accountId, plan, network, walletAddress, direction } as const;
      const decision = await judgeByPlan(ctx, wallet, { within: 'call' });
      if (decision?.decision === 'approved') return undefined;
      const code = decision === undefined ? PROVIDER_ERROR : SCREENING_REJECTED;
      const provider = decision?.provider ?? plan.providers[0]?.provider ?? null;
      return { accountId, role, walletAddress, field, network, code, provider } as const;
    }),
  );
  const unfit = judged.flatMap((one) => one ?? []);
  return unfit.find(({ code }) => code === SCREENING_REJECTED) ?? unfit[0];
}

/**
 * Refuses (400) a payer that is not named where wallets are looked up or judged, and (403) a payer or recipient that was rejected, or of which
 * nothing is known now. The caller has written nothing yet.
 */
export async function checkParties(ctx: Context, input: PartiesInput): Promise<void> {
  const isScreened = areWalletsScreened(ctx, input.networks);
  const checked = input.parties.filter(({ plan }) => isScreened || plan !== null);
  const unnamed = checked.find(({ walletAddress }) => walletAddress === undefined);
  if (unnamed !== undefined) throw payerRequired(unnamed.field);
  const unfit = await findUnfitParty(ctx, input);
  if (unfit !== undefined) throw new ScreeningRefusal(refusedParty(unfit), [unfit]);
}
