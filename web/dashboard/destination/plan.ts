import { isSameAccount } from '../../wallet/same-account.ts';
import type { PayeeDestination } from '../api/shapes.ts';

/** What decides where money goes. */
export type Target = Pick<PayeeDestination, 'walletAddress' | 'tokenAddress' | 'chainId'>;

type Known = Target & Pick<PayeeDestination, 'id' | 'active'>;

/** What a change would do, as the API does it. */
export interface DestinationPlan<Destination extends Known> {
  /** `move`: the destination of the wallet that signed in goes to another wallet. */
  readonly call: 'register' | 'move';
  /** What ends by it. */
  readonly ends: Destination | undefined;
  /** Whether the account is already paid there. */
  readonly isAlready: boolean;
  /** Where links that name no destination are paid afterwards, where that is somewhere else. */
  readonly elsewhere: Destination | undefined;
}

/**
 * What making a target the destination of its wallet does to the others of an account, which are handed over newest
 * first. A wallet has one that is active. Links of a session that name none are paid to that of its wallet, else to
 * the newest.
 */
export function planDestination<Destination extends Known>(
  target: Target,
  {
    destinations,
    sessionWallet,
  }: { readonly destinations: readonly Destination[]; readonly sessionWallet: string },
): DestinationPlan<Destination> {
  const active = destinations.filter((one) => one.active);
  const activeOf = (wallet: string) =>
    active.find(({ walletAddress }) => isSameAccount(walletAddress, wallet));
  const isOwn = isSameAccount(target.walletAddress, sessionWallet);
  const replaced = activeOf(target.walletAddress);
  const moved = isOwn || replaced !== undefined ? undefined : activeOf(sessionWallet);
  const isAlready = replaced !== undefined && isSameTarget(replaced, target);
  const ends = isAlready ? undefined : (replaced ?? moved);
  return {
    call: moved === undefined ? 'register' : 'move',
    ends,
    isAlready,
    elsewhere: isOwn
      ? undefined
      : paidInstead(target, { destinations, ends, own: activeOf(sessionWallet) }),
  };
}

function paidInstead<Destination extends Known>(
  target: Target,
  {
    destinations,
    ends,
    own,
  }: {
    readonly destinations: readonly Destination[];
    readonly ends: Destination | undefined;
    readonly own: Destination | undefined;
  },
): Destination | undefined {
  if (own !== undefined && own !== ends) return own;
  const known = destinations.findIndex((one) => isSameTarget(one, target));
  // One that is new is the newest; one that the account had before keeps its place.
  const newer = known < 0 ? [] : destinations.slice(0, known);
  return newer.find((one) => one.active && one !== ends);
}

function isSameTarget(one: Target, other: Target): boolean {
  return (
    one.chainId === other.chainId &&
    isSameAccount(one.walletAddress, other.walletAddress) &&
    isSameAccount(one.tokenAddress, other.tokenAddress)
  );
}
