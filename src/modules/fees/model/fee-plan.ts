import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { printAmount } from '#kit/amount.ts';
import {
  type ConfigSource,
  FEE_LABELS,
  type FeeBearer,
  type FeeFlow,
  type FeeReceivers,
  type FeeRule,
  type FeeType,
} from './fee-rule.ts';
import type { FeeBase, FeesSettled } from './settle-fees.ts';

const Bearer = z.enum(['payer', 'payee']);

const DestinationRef = z
  .object({ evmAddress: z.string().optional(), tronAddress: z.string().optional() })
  .meta({
    id: 'FeeDestinationRef',
    description: 'Who receives a fee, on each kind of chain.',
    examples: [{ evmAddress: SAMPLE.feeAddress }],
  });

const sampleFee = {
  type: 'orchestrator_fee',
  label: FEE_LABELS.orchestrator_fee,
  feeBearer: 'payee',
  feeBearerSource: 'fee_config',
  percentageBps: 250,
  capUsd: '20',
  fixedAmountUsd: null,
  calculatedAmountUsd: '0.3125',
  destinationResolver: 'static_address',
  destinationRef: { evmAddress: SAMPLE.feeAddress },
  configSource: 'orchestrator_default',
} as const;

const PlannedFee = z
  .object({
    type: z
      .string()
      .describe(
        '`orchestrator_fee`, `protocol_fee`, `transaction_sponsorship_fee` or `platform_fee`.',
      ),
    label: z.string(),
    feeBearer: Bearer.describe('The payer pays it on top; the payee receives less.'),
    feeBearerSource: z.enum([
      'fee_config',
      'payment_default_override',
      'flow_default',
      'forced_fee_policy',
    ]),
    percentageBps: z.number().describe('Of 10,000.'),
    capUsd: z.string().nullable().describe('The most that the share may be.'),
    fixedAmountUsd: z
      .string()
      .nullable()
      .optional()
      .describe('The fixed amount on top of the percentage.'),
    calculatedAmountUsd: z
      .string()
      .describe('The amount of the fee, rounded down to the token’s unit.'),
    destinationResolver: z.string().describe('Always `static_address`.'),
    destinationRef: DestinationRef,
    configSource: z
      .string()
      .describe(
        '`orchestrator_default`, `client_id_override`, `protocol_default`, `sponsorship_default`; of a platform fee `client_id_default` or `payment`.',
      ),
  })
  .meta({ id: 'PlannedFee', description: 'One fee of a plan.', examples: [sampleFee] });

/** The fees of a payment as they were agreed, in dollars. */
export const FeePlan = z
  .object({
    version: z.literal(1),
    flow: z.enum(['get_paid', 'pay']),
    defaultFeeBearer: Bearer.describe('Who bears a fee of which nothing else is said.'),
    grossAmountUsd: z.string().describe('The requested amount.'),
    netRecipientAmountUsd: z.string().describe('What the payee receives.'),
    payerTotalAmountUsd: z.string().describe('What leaves the payer.'),
    totalFeesUsd: z.string(),
    payeeBorneFeesUsd: z.string(),
    payerBorneFeesUsd: z.string(),
    fees: z.array(PlannedFee),
  })
  .meta({
    id: 'FeePlan',
    description:
      'The fees of a payment as agreed at its creation. A stablecoin counts as a dollar; sums are of rounded parts.',
    examples: [
      {
        version: 1,
        flow: 'get_paid',
        defaultFeeBearer: 'payee',
        grossAmountUsd: SAMPLE.amount,
        netRecipientAmountUsd: '12.1875',
        payerTotalAmountUsd: SAMPLE.amount,
        totalFeesUsd: SAMPLE.fee,
        payeeBorneFeesUsd: SAMPLE.fee,
        payerBorneFeesUsd: '0',
        fees: [sampleFee],
      },
    ],
  });
/** A plan as it is stored and answered. */
export type FeePlan = z.output<typeof FeePlan>;

/** What a plan says beside the amounts. */
export interface PlanTerms extends Pick<FeeBase, 'decimals' | 'platformFee'> {
  readonly flow: FeeFlow;
  readonly defaultBearer: FeeBearer;
}

/** The plan that reports settled fees; a dollar is one whole of the currency. */
export function feePlan(settled: FeesSettled, terms: PlanTerms): FeePlan {
  const { amounts, fees, platformUnits } = settled;
  const { decimals, platformFee } = terms;
  const usd = (units: bigint) => printAmount(units, decimals);
  return {
    version: 1,
    flow: terms.flow,
    defaultFeeBearer: terms.defaultBearer,
    grossAmountUsd: usd(amounts.grossUnits),
    netRecipientAmountUsd: usd(amounts.netUnits),
    payerTotalAmountUsd: usd(amounts.payerTotalUnits),
    totalFeesUsd: usd(amounts.totalFeeUnits),
    payeeBorneFeesUsd: usd(amounts.payeeBorneUnits),
    payerBorneFeesUsd: usd(amounts.payerBorneUnits),
    fees: [
      ...fees.map(({ rule, units }) => plannedFee(rule, usd(units))),
      ...(platformFee
        ? [
            plannedFee(
              {
                type: 'platform_fee',
                ...platformFee,
                bps: bpsOf(platformFee.percentage),
                capUsd: null,
                fixedUsd: null,
                bearer: 'payer',
                bearerSource: 'forced_fee_policy',
              },
              usd(platformUnits),
            ),
          ]
        : []),
    ],
  };
}

interface Planned extends Omit<FeeRule, 'type'> {
  readonly type: FeeType;
  readonly configSource: ConfigSource;
  readonly receivers: FeeReceivers;
}

function plannedFee(rule: Planned, calculatedAmountUsd: string): FeePlan['fees'][number] {
  return {
    type: rule.type,
    label: FEE_LABELS[rule.type],
    feeBearer: rule.bearer,
    feeBearerSource: rule.bearerSource,
    percentageBps: rule.bps,
    capUsd: rule.capUsd,
    fixedAmountUsd: rule.fixedUsd,
    calculatedAmountUsd,
    destinationResolver: 'static_address',
    destinationRef: { ...rule.receivers },
    configSource: rule.configSource,
  };
}

/** Hundredths of a percent; exact, because a percentage has at most six decimals. */
function bpsOf(percentage: string): number {
  const [whole = '0', fraction = ''] = percentage.split('.');
  const digits = fraction.padEnd(2, '0');
  return Number(`${whole}${digits.slice(0, 2)}.${digits.slice(2)}0`);
}
