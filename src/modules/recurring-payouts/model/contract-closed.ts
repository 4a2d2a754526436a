import type { InstalmentRefusal } from '#chains/chain.ts';
import { Outage } from '#kit/failure.ts';

/** The contract takes instalments of nobody from this installation's key: trouble of the operator, and no failure of a payer. */
export class ContractClosed extends Outage {
  override name = 'ContractClosed';
}

/** What the operator has to change, by what the contract refuses. */
const CLOSED: Partial<Record<InstalmentRefusal, string>> = {
  paused: 'is paused',
  sender_not_allowed: 'does not have the key of this installation as its relayer',
};

/** Whether what the contract refuses is no matter of one payer. */
export function isClosedBy(why: InstalmentRefusal): boolean {
  return CLOSED[why] !== undefined;
}

interface Refused {
  readonly why: InstalmentRefusal;
  readonly spenderAddress: string;
  readonly network: string;
}

/** Throws `ContractClosed` where what the contract refuses is no matter of one payer. */
export function checkOpen({ why, spenderAddress, network }: Refused): void {
  const what = CLOSED[why];
  if (what === undefined) return;
  throw new ContractClosed(`the contract ${spenderAddress} on ${network} ${what}`);
}
