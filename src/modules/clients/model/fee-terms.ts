import { CURRENCIES } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { isPercentage } from '#kit/percentage.ts';
import { readAddress } from '#modules/destinations/index.ts';

/** The fee that a client ID brings along, as it is stored: both or neither. */
export interface FeeTerms {
  readonly percentage: string | null;
  readonly address: string | null;
}

/** Every way in which the chains that we know write addresses. */
const CHAIN_FAMILIES = [...new Set(Object.values(NETWORKS).map(({ family }) => family))];

/** Two decimals, as the public API documents it; the fee of a call may have more. */
const DECIMALS = /^\d+(\.\d{1,2})?$/;

/**
 * Checks a fee and writes its address as its chain shows it. Refuses (400) a percentage that is
 * none, an address of no chain that we know or a token's contract, and one without the other.
 */
export function readFeeTerms({ percentage, address }: FeeTerms): FeeTerms {
  if (percentage !== null && !(DECIMALS.test(percentage) && isPercentage(percentage))) {
    throw refuse('feePercentage', 'must be a decimal from 0 to 100 with at most 2 decimals');
  }
  if (percentage !== null && address === null) {
    throw refuse('feeAddress', 'is required when feePercentage is set');
  }
  if (percentage === null && address !== null) {
    throw refuse('feePercentage', 'is required when feeAddress is set');
  }
  return { percentage, address: address && readFeeAddress(address) };
}

/** The fee that replaces the one of a call; a percentage of zero lets the call's own stand. */
export function feeThatWins({
  percentage,
  address,
}: FeeTerms): { readonly percentage: string; readonly address: string } | undefined {
  if (percentage === null || address === null || Number(percentage) === 0) return undefined;
  return { percentage, address };
}

/** Writes the operator's wallet as its chain shows it; commerce payments are a thing of EVM chains. */
export function readOperatorWallet(text: string): string {
  return readEvm(text, 'operatorWalletAddress');
}

function readFeeAddress(text: string): string {
  const reads = CHAIN_FAMILIES.map((family) => readAddress(family, text));
  const read = reads.find((found) => !('problem' in found));
  if (read !== undefined && !('problem' in read)) {
    if (!CURRENCIES.some((token) => token.address === read.text)) return read.text;
    throw refuse('feeAddress', "is a token's own contract; money sent there is lost");
  }
  // One that begins like an EVM address gets an exact error.
  if (text.startsWith('0x')) return readEvm(text, 'feeAddress');
  throw refuse('feeAddress', 'must be an EVM (0x...) or Tron (T...) address, its checksum right');
}

function readEvm(text: string, field: string): string {
  const read = readAddress('evm', text);
  if ('problem' in read) throw refuse(field, read.problem);
  return read.text;
}

function refuse(field: string, problem: string): Refusal {
  const message = `${field} ${problem}`;
  return refuseField(field, message, 'invalid_fee');
}
