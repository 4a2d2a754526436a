import type { ChainFamily } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { refuseField } from '#kit/failure.ts';
import { isPercentage, shareOf } from '#kit/percentage.ts';
import { readAddress } from '#modules/destinations/index.ts';
import { checkFeePair } from '#modules/fees/index.ts';
import type { RequestFee } from './model/terms.ts';

/** A fee as a call names it: both or none. */
export interface FeeInput {
  readonly feePercentage?: string | undefined;
  readonly feeAddress?: string | undefined;
}

/** What the fee is a share of, and on which kind of chain it is received. */
interface FeeBase {
  readonly family: ChainFamily;
  /** The contract of what is paid, as its chain shows it. */
  readonly tokenAddress: string;
  readonly expectedUnits: bigint;
}

/**
 * The fee on top of an amount: that of the client ID, which no call can change, else the one that
 * the call names; undefined where neither does. Rounded down in the payer's favour.
 *
 * Refuses (400) half a fee, a percentage that is none, an address that is none on that chain, and the
 * token's own contract, where the fee would be lost.
 */
export function readFee(
  { actor }: Pick<Context, 'actor'>,
  input: FeeInput,
  { family, tokenAddress, expectedUnits }: FeeBase,
): RequestFee | undefined {
  checkFeePair(input);
  const ownFee = 'defaultFee' in actor ? actor.defaultFee : undefined;
  const percentage = ownFee?.percentage ?? input.feePercentage;
  const addressText = ownFee?.address ?? input.feeAddress;
  if (percentage === undefined || addressText === undefined) return undefined;
  if (!isPercentage(percentage)) {
    const rule = 'feePercentage must be a decimal from 0 to 100 with at most 6 decimals';
    throw refuseField('feePercentage', rule);
  }
  const address = readAddress(family, addressText);
  const problem =
    'problem' in address
      ? address.problem
      : address.text === tokenAddress && "is the token's own contract; money sent there is lost";
  if ('problem' in address || problem !== false) {
    const owner = ownFee === undefined ? '' : 'the default fee of this client ID: ';
    throw refuseField('feeAddress', `${owner}feeAddress ${problem}`);
  }
  return { units: shareOf(expectedUnits, percentage), percentage, address: address.text };
}
