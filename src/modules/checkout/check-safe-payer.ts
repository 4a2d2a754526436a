import type { Network } from '#catalog/networks.ts';
import type { AccountState } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import type { PayerWallets } from './model/payer-query.ts';

/** A Safe of a published version. */
export type SafeState = Extract<AccountState, { readonly kind: 'safe' }>;

/**
 * Refuses (400) a wallet that is said to be a Safe and is none on the network that it pays from, where only a published version
 * that is deployed counts. Answers what it is; undefined of any other wallet, and where that network is not connected.
 * Throws `Outage` where its node does not answer.
 */
export async function checkIsSafe(
  { chains }: Pick<Context, 'chains'>,
  { wallet, isSafe }: PayerWallets,
  network: Network,
): Promise<SafeState | undefined> {
  const chain = chains.get(network.id);
  if (!isSafe || wallet === undefined || chain === undefined) return undefined;
  if (chain.accounts === undefined) throw noSafes(network);
  const [state] = await chain.accounts.readAccounts([wallet]);
  if (state !== undefined && state.kind !== 'safe') throw notSafe(network, state);
  return state;
}

/** 400: a Safe on a network that has none. */
function noSafes({ name }: Network): Refusal {
  return refuseField('isSafe', `isSafe must not be sent: there are no Safe wallets on ${name}`);
}

const WHAT_IT_IS = {
  key: 'there is no contract at that address; a Safe pays once it is deployed',
  delegated: 'it is a key that runs the code of a contract',
  contract: 'it is a contract, and no published version of a Safe',
} as const;

function notSafe(
  { name }: Network,
  { kind }: Exclude<AccountState, { readonly kind: 'safe' }>,
): Refusal {
  const message = `wallet must be a Safe on ${name} where isSafe is true: ${WHAT_IT_IS[kind]}`;
  return refuseField('wallet', message, 'payer_is_not_safe');
}

/**
 * Refuses (400) a payer that is no Safe of a published version on the network of the transaction. Says nothing of one whose
 * network is not connected. Throws `Outage` where its node does not answer.
 */
export async function checkSafePayer(
  { chains }: Pick<Context, 'chains'>,
  { network, payerAddress }: { readonly network: Network; readonly payerAddress: string },
): Promise<void> {
  const [state] = (await chains.get(network.id)?.accounts?.readAccounts([payerAddress])) ?? [];
  if (state === undefined || state.kind === 'safe') return;
  const message = `payerAddress must be a Safe on ${network.name} where safeTxHash is sent: ${WHAT_IT_IS[state.kind]}`;
  throw refuseField('payerAddress', message, 'payer_is_not_safe');
}
