import { CURRENCIES } from '#catalog/currencies.ts';
import { type ChainFamily, NETWORKS } from '#catalog/networks.ts';
import { isoTime } from '#kit/clock.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { readAddress } from '#modules/destinations/index.ts';
import { isDollarText } from './dollar.ts';
import type { ConfigSource, FeeBearer, FeeRule } from './fee-rule.ts';

/** Which way the money of a payment goes, in the words of fee configs. */
export const CONFIG_FLOWS = ['incoming', 'outgoing'] as const;
/** `incoming` for payments to the account, `outgoing` for its payouts. */
export type ConfigFlow = (typeof CONFIG_FLOWS)[number];

/** Who bears a fee, in the words of fee configs. */
export const CONFIG_BEARERS = ['payer', 'recipient'] as const;
/** Who pays a fee: the payer on top, or the payee out of what is received. */
export type ConfigBearer = (typeof CONFIG_BEARERS)[number];

/** Whether a config applies to new payments. */
export const CONFIG_STATUSES = ['active', 'disabled'] as const;
/** One of the statuses. */
type ConfigStatus = (typeof CONFIG_STATUSES)[number];

/** What may be changed of a config. */
export interface ConfigTerms {
  /** Of 10,000. */
  readonly bps: number;
  /** In dollars; null is no cap. */
  readonly usdCap: string | null;
  /** As their chains show them; one of the two at least. */
  readonly evmRecipientAddress: string | null;
  readonly tronRecipientAddress: string | null;
  readonly status: ConfigStatus;
}

/** What a partner takes of payments, as it is stored. */
export interface FeeConfig extends ConfigTerms {
  readonly id: string;
  readonly orchestratorId: string;
  /** Null is the partner's default. */
  readonly clientIdId: string | null;
  readonly flow: ConfigFlow;
  readonly feeBearer: ConfigBearer;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A config as its partner is shown it. */
export interface ShownFeeConfig
  extends Omit<FeeConfig, 'orchestratorId' | 'clientIdId' | 'createdAt' | 'updatedAt'> {
  readonly feeType: 'orchestrator_fee';
  /** Only of a default. */
  readonly orchestratorId?: string;
  /** Only of an override. */
  readonly clientIdId?: string;
  readonly clientId?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Shows a config; `clientId` is the public text of an override's, and null of a default. */
export function showFeeConfig(config: FeeConfig, clientId: string | null): ShownFeeConfig {
  const { id, bps, usdCap, feeBearer, flow, status, clientIdId, orchestratorId } = config;
  const { evmRecipientAddress, tronRecipientAddress } = config;
  return {
    id,
    feeType: 'orchestrator_fee',
    bps,
    usdCap,
    feeBearer,
    evmRecipientAddress,
    tronRecipientAddress,
    status,
    flow,
    createdAt: isoTime(config.createdAt),
    updatedAt: isoTime(config.updatedAt),
    ...(clientIdId === null || clientId === null ? { orchestratorId } : { clientIdId, clientId }),
  };
}

/**
 * Checks the terms of a config and writes its addresses as their chains show them. Refuses (400) a
 * cap that is no amount of dollars, an address that is none or a token's, and a fee that nobody
 * receives.
 */
export function readConfigTerms(terms: ConfigTerms): ConfigTerms {
  const { usdCap } = terms;
  if (usdCap !== null && !(isDollarText(usdCap) && Number(usdCap) > 0)) {
    throw refuse('usdCap', 'must be an amount of dollars above 0 with at most 6 decimals');
  }
  const { evmRecipientAddress: evm, tronRecipientAddress: tron } = terms;
  if (evm === null && tron === null) {
    throw refuse('evmRecipientAddress', 'or tronRecipientAddress is required');
  }
  const recipients = { evmRecipientAddress: evm, tronRecipientAddress: tron };
  for (const family of CHAIN_FAMILIES) {
    const field = RECIPIENT_FIELD[family];
    const text = recipients[field];
    if (text !== null) recipients[field] = readRecipient(family, text);
  }
  return { ...terms, ...recipients };
}

/** Where the recipient on a kind of chain stands. */
const RECIPIENT_FIELD: Readonly<
  Record<ChainFamily, 'evmRecipientAddress' | 'tronRecipientAddress'>
> = { evm: 'evmRecipientAddress', tron: 'tronRecipientAddress' };

/** Every way in which the chains that we know write addresses. */
const CHAIN_FAMILIES = [...new Set(Object.values(NETWORKS).map(({ family }) => family))];

function readRecipient(family: ChainFamily, text: string): string {
  const address = readAddress(family, text);
  const field = RECIPIENT_FIELD[family];
  if ('problem' in address) throw refuse(field, address.problem);
  if (CURRENCIES.some((token) => token.address === address.text)) {
    throw refuse(field, "is a token's own contract; money sent there is lost");
  }
  return address.text;
}

function refuse(field: string, problem: string): Refusal {
  return refuseField(field, `${field} ${problem}`, 'invalid_fee_config');
}

const PLAN_BEARER: Readonly<Record<ConfigBearer, FeeBearer>> = {
  payer: 'payer',
  recipient: 'payee',
};

/**
 * The rules that configs of one flow make. Only active ones count: one of a client ID replaces the
 * default with the same bearer, and one of 0 bps so lets a client ID off. In the order of creation.
 */
export function rulesOfConfigs(configs: readonly FeeConfig[]): FeeRule[] {
  const active = configs.filter(({ status }) => status === 'active');
  const overridden = new Set(
    active.filter(({ clientIdId }) => clientIdId !== null).map(({ feeBearer }) => feeBearer),
  );
  return active
    .filter(({ clientIdId, feeBearer }) => clientIdId !== null || !overridden.has(feeBearer))
    .map(ruleOfConfig);
}

function ruleOfConfig(config: FeeConfig): FeeRule {
  const { evmRecipientAddress: evmAddress, tronRecipientAddress: tronAddress } = config;
  const configSource: ConfigSource =
    config.clientIdId === null ? 'orchestrator_default' : 'client_id_override';
  return {
    type: 'orchestrator_fee',
    bps: config.bps,
    capUsd: config.usdCap,
    fixedUsd: null,
    bearer: PLAN_BEARER[config.feeBearer],
    bearerSource: 'fee_config',
    configSource,
    receivers: {
      ...(evmAddress !== null && { evmAddress }),
      ...(tronAddress !== null && { tronAddress }),
    },
  };
}
