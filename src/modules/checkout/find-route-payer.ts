import type { Currency } from '#catalog/currencies.ts';
import type { NetworkId } from '#catalog/networks.ts';
import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { Outage, type Refusal, refuseField } from '#kit/failure.ts';
import { isSameHex } from '#kit/hex.ts';
import { within } from '#kit/within.ts';
import type { RoutePayer } from '#modules/crosschain/index.ts';
import type { SafeState } from './check-safe-payer.ts';
import { findTokenHolder } from './find-token-holder.ts';
import type { PayerWallets } from './model/payer-query.ts';
import { type PermitOption, permitOfHolder } from './model/permit-query.ts';

/** Who is to pay from another network. */
interface RoutePayerQuery extends PayerWallets {
  readonly wallet: string;
  /** What it is where it pays from, if it is a Safe. */
  readonly safe: SafeState | undefined;
  readonly source: Currency;
  /** Where the payments are made. */
  readonly destinations: readonly NetworkId[];
  /** What the key with the tokens may sign, or has signed. */
  readonly permit?: PermitOption | undefined;
}

/** For the reads of a page's options, which come before its other reads of networks. */
const READ_MS_MAX = 600;

/**
 * Who pays from another network with these wallets. A route returns to the key whose tokens an account pays with, and not to the
 * account, which may be nobody's elsewhere; of a Safe to the owner that was named, or to the Safe itself where the same one is read on
 * every destination.
 *
 * Refuses as `findTokenHolder` and `permitOfHolder`, and (400) to return tokens to who is no owner of the Safe, or to a Safe that is not the same elsewhere. Throws
 * `Outage` when a node does not answer.
 */
export async function findRoutePayer(
  ctx: Pick<Context, 'chains'>,
  query: RoutePayerQuery,
): Promise<RoutePayer> {
  const { wallet, source, isSafe } = query;
  const chain = ctx.chains.get(source.network);
  const tokenHolder = chain && !isSafe ? await findTokenHolder(chain, query) : undefined;
  const permit = permitOfHolder(query.permit, tokenHolder);
  if (chain !== undefined && isSafe) return await findSafePayer(ctx, query);
  if (tokenHolder === undefined) return { payer: wallet };
  return { payer: tokenHolder.address, account: { address: wallet, tokenHolder }, permit };
}

async function findSafePayer(
  ctx: Pick<Context, 'chains'>,
  { wallet, safe, refundWallet, source, destinations }: RoutePayerQuery,
): Promise<RoutePayer> {
  const account = { address: wallet, tokenHolder: undefined };
  if (refundWallet !== undefined) {
    if (!hasOwner(safe, refundWallet)) throw notAnOwner(source.network);
    return { payer: refundWallet, account };
  }
  const networks = [...new Set(destinations)];
  const others = await Promise.all(networks.map((network) => readSafe(ctx, wallet, network)));
  for (const [i, network] of networks.entries()) {
    const there = others[i];
    if (safe === undefined || there === undefined || !isSameSafe(safe, there)) {
      throw isNotTheSame(network);
    }
  }
  return { payer: wallet, account, isKnownContract: true };
}

/**
 * Those of these networks on which a Safe is the same as on the network that it pays to, so that what does not arrive may return
 * to it. One that does not answer in time is left out.
 */
export async function findSameSafe(
  ctx: Pick<Context, 'chains'>,
  { safe, destination }: { readonly safe: string; readonly destination: NetworkId },
  sources: readonly Chain[],
): Promise<readonly Chain[]> {
  const read = async ({ id }: Network): Promise<SafeState | undefined> => {
    try {
      return await within(READ_MS_MAX, readSafe(ctx, safe, id), () => undefined);
    } catch (error) {
      if (error instanceof Outage) return undefined;
      throw error;
    }
  };
  const [there, ...states] = await Promise.all(
    [NETWORKS[destination], ...sources.map(({ network }) => network)].map(read),
  );
  return sources.filter((_, i) => {
    const state = states[i];
    return state !== undefined && there !== undefined && isSameSafe(state, there);
  });
}

async function readSafe(
  { chains }: Pick<Context, 'chains'>,
  safe: string,
  network: NetworkId,
): Promise<SafeState | undefined> {
  const [state] = (await chains.get(network)?.accounts?.readAccounts([safe])) ?? [];
  return state?.kind === 'safe' ? state : undefined;
}

/** Whether the same keys sign for it in the same number, by the same code, and nobody else may act for it where tokens may return to. */
function isSameSafe(one: SafeState, there: SafeState): boolean {
  const hasSameOwners =
    one.owners.length === there.owners.length &&
    one.owners.every((owner) => hasOwner(there, owner));
  return (
    hasSameOwners &&
    one.version === there.version &&
    one.threshold === there.threshold &&
    !there.hasModules
  );
}

function hasOwner(safe: SafeState | undefined, address: string): boolean {
  return safe?.owners.some((owner) => isSameHex(owner, address)) === true;
}

function notAnOwner(network: NetworkId): Refusal {
  const message = `refundWallet must be an owner of the Safe on ${NETWORKS[network].name}`;
  return refuseField('refundWallet', message);
}

function isNotTheSame(network: NetworkId): Refusal {
  const message = `refundWallet is required: what does not arrive would return to the Safe’s address on ${NETWORKS[network].name}, where no Safe with the same code, owners and threshold and without modules is. Name an owner to whom it returns`;
  return refuseField('refundWallet', message, 'refund_wallet_required');
}
