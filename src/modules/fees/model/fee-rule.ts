import type { ChainFamily } from '#catalog/networks.ts';

/** Who bears a fee: the payer pays it on top, the payee receives less. */
export type FeeBearer = 'payer' | 'payee';

/** Whether the account receives money or sends it. */
export type FeeFlow = 'get_paid' | 'pay';

/** What kinds of fees there are, as the wire names them. */
export type FeeType =
  | 'orchestrator_fee'
  | 'protocol_fee'
  | 'transaction_sponsorship_fee'
  | 'platform_fee';

/** Who decided that a fee applies. */
export type ConfigSource =
  | 'orchestrator_default'
  | 'client_id_override'
  | 'protocol_default'
  | 'sponsorship_default'
  | 'client_id_default'
  | 'payment';

/** Why a fee is borne by whom it is. */
type FeeBearerSource =
  | 'fee_config'
  | 'payment_default_override'
  | 'flow_default'
  | 'forced_fee_policy';

/** Who receives a fee, on each kind of chain; missing where nobody does. */
export interface FeeReceivers {
  readonly evmAddress?: string;
  readonly tronAddress?: string;
}

/** A fee that applies to a payment, before it is known how much it is. */
export interface FeeRule {
  readonly type: Exclude<FeeType, 'platform_fee'>;
  /** Of 10,000 of the gross amount. */
  readonly bps: number;
  /** The most that the share may be, before the fixed amount; null is no bound. */
  readonly capUsd: string | null;
  /** The fixed amount on top of the percentage; null is nothing. */
  readonly fixedUsd: string | null;
  readonly bearer: FeeBearer;
  readonly bearerSource: FeeBearerSource;
  readonly configSource: ConfigSource;
  readonly receivers: FeeReceivers;
  /** The one network that it is of, by its id; undefined for all on which somebody receives it. */
  readonly network?: string | undefined;
}

/** The fee that goes in the fee slot of the main payment, on top of what its call pays. */
export interface PlatformFee {
  /** From `0` to `100`. */
  readonly percentage: string;
  readonly receivers: FeeReceivers;
  readonly configSource: 'client_id_default' | 'payment';
}

/** What people read of a fee. */
export const FEE_LABELS: Readonly<Record<FeeType, string>> = {
  orchestrator_fee: 'Orchestrator fee',
  protocol_fee: 'Protocol fee',
  transaction_sponsorship_fee: 'Transaction sponsorship fee',
  platform_fee: 'Platform fee',
};

/** Who bears fees of which nothing else is said. */
export function flowDefault(flow: FeeFlow): FeeBearer {
  return flow === 'get_paid' ? 'payee' : 'payer';
}

/** Whom a fee is paid to on a kind of chain; undefined where nobody receives it there. */
export function receiverOn(family: ChainFamily, receivers: FeeReceivers): string | undefined {
  return { evm: receivers.evmAddress, tron: receivers.tronAddress }[family];
}

/** The one receiver of a fee that is paid on a kind of chain. */
export function receiverAt(family: ChainFamily, address: string): FeeReceivers {
  return RECEIVER_AT[family](address);
}

const RECEIVER_AT: Readonly<Record<ChainFamily, (address: string) => FeeReceivers>> = {
  evm: (evmAddress) => ({ evmAddress }),
  tron: (tronAddress) => ({ tronAddress }),
};
