import { getAddress, isAddress } from 'viem';
import { texts } from '../../api/answer.ts';
import { TRUSTED } from '../../wallet/trusted.generated.ts';
import type { TrustedNetwork } from '../../wallet/trusted-network.ts';
import { recordsOf } from '../finality.ts';
import { assetOf, unitsOf } from '../link.ts';
import type { PlannedFee } from '../plan.ts';

/** A fee that a completed link was paid without. */
export interface UnpaidFee extends PlannedFee {
  /** What a payment of it must carry: eight bytes as hex. */
  readonly reference: string;
}

/** The fees that a completed link was paid without, and where they are paid. */
export interface UnpaidFees {
  readonly networkId: string;
  readonly network: TrustedNetwork;
  /** Never empty, each with a reference of its own. */
  readonly fees: readonly UnpaidFee[];
}

/** One line of what the API lists, as it is shown. */
export interface ListedFee {
  readonly label: string;
  readonly amount: string;
  readonly currency: string;
  readonly recipient: string;
}

const TEXTS = [
  'feeLabel',
  'feeBearer',
  'amount',
  'currency',
  'recipient',
  'paymentReference',
] as const;

const REFERENCE = /^0x[0-9a-f]{16}$/i;

/** Every fee that the API lists as outstanding, for people to read. */
export function listedFees(told: unknown): readonly ListedFee[] {
  return recordsOf(told).map((fee) => {
    const { feeLabel: label = '', amount = '', currency = '', recipient = '' } = texts(fee, TEXTS);
    const symbol = networkAndAsset(currency)?.asset.symbol ?? currency;
    return { label, amount, currency: symbol, recipient };
  });
}

/**
 * The fees that the API lists as outstanding, where this page can pay all of them: in tokens or coins
 * of one network that it knows. Undefined where there are none, or one cannot be read; invoices in
 * another currency are among those, because the list names no token and no limit.
 */
export function readUnpaidFees(told: unknown): UnpaidFees | undefined {
  const read = recordsOf(told).map(readFee);
  const known = read.filter((one) => one !== undefined);
  const [first] = known;
  const references = new Set(known.map(({ fee }) => fee.reference));
  const isSound =
    known.length === read.length &&
    references.size === known.length &&
    known.every(({ networkId }) => networkId === first?.networkId);
  if (first === undefined || !isSound) return undefined;
  const { networkId, network } = first;
  return { networkId, network, fees: known.map(({ fee }) => fee) };
}

/** Whether the API still lists one of these fees. */
export function isListed(told: unknown, references: readonly string[]): boolean {
  return recordsOf(told).some((fee) => {
    const { paymentReference = '' } = texts(fee, TEXTS);
    return references.includes(paymentReference.toLowerCase());
  });
}

function readFee(told: unknown) {
  const { feeLabel: label, feeBearer, currency = '', ...fee } = texts(told, TEXTS);
  const { amount = '', recipient = '', paymentReference = '' } = fee;
  const place = networkAndAsset(currency);
  const units = place && unitsOf(amount, place.asset.decimals);
  const isSound = isAddress(recipient, { strict: false }) && REFERENCE.test(paymentReference);
  if (place === undefined || units === undefined || units === 0n || !isSound) return undefined;
  const { networkId, network, asset } = place;
  const bearer = feeBearer === 'payee' ? ('payee' as const) : ('payer' as const);
  const reference = paymentReference.toLowerCase();
  const address = getAddress(recipient);
  return {
    networkId,
    network,
    fee: { asset, units, label, percentage: undefined, address, bearer, reference },
  };
}

function networkAndAsset(currency: string) {
  for (const [networkId, network] of Object.entries(TRUSTED)) {
    const asset = assetOf(network, currency);
    if (asset !== undefined) return { networkId, network, asset };
  }
  return undefined;
}
