import { hashTypedData } from 'viem';
import { z } from 'zod';
import { SCHEDULE_PERMIT_FIELDS } from '#catalog/abis/recurring-proxy.ts';
import type { Network } from '#catalog/networks.ts';
import { RECURRING_PROXY_DOMAIN } from '#catalog/recurring-proxies.ts';
import { invariant } from '#kit/failure.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import type {
  PreparedSchedule,
  SchedulePermit,
  ScheduleRefusal,
  ScheduleTerms,
} from '../../schedules.ts';
import { evmAddress, isEvmAddress } from '../address.ts';
import { secondsOf } from '../permits/token-domain.ts';

/** What the contract's numbers hold at most. */
const UINT8_MAX = 2n ** 8n - 1n;
const UINT32_MAX = 2n ** 32n - 1n;
const UINT128_MAX = 2n ** 128n - 1n;
const UINT256_MAX = 2n ** 256n - 1n;

const PRIMARY_TYPE = 'SchedulePermit';

const address = z.string().refine(isEvmAddress).transform(evmAddress);
const units = z
  .string()
  .regex(/^[0-9]{1,78}$/)
  .transform(BigInt);
const Values = z.strictObject({
  subscriber: address,
  token: address,
  recipient: address,
  feeAddress: address,
  amount: units,
  feeAmount: units,
  relayerFee: units,
  periodSeconds: z.int(),
  firstPayment: z.int(),
  totalPayments: z.int(),
  nonce: units,
  deadline: units,
  strictOrder: z.boolean(),
});
const Permit = z.object({
  domain: z.strictObject({
    name: z.literal(RECURRING_PROXY_DOMAIN.name),
    version: z.literal(RECURRING_PROXY_DOMAIN.version),
    chainId: z.int(),
    verifyingContract: address,
  }),
  values: Values,
});

/** The struct of the contract. */
export type PermitValues = z.infer<typeof Values>;

/** A permit as the contract takes it, and which contract that is. */
export interface ReadPermit {
  readonly proxy: Hex;
  readonly chainId: number;
  readonly values: PermitValues;
  readonly digest: Hex;
}

/** See `Schedules.prepare`. */
export function preparePermit(
  { chainId }: Network,
  proxy: Hex,
  terms: ScheduleTerms,
): PreparedSchedule | { readonly refused: ScheduleRefusal } {
  const refused = findRefusal(terms);
  if (refused !== undefined) return { refused };
  invariant(terms.nonce >= 0n && terms.nonce <= UINT256_MAX, 'a nonce has at most 256 bits');
  const permit: SchedulePermit = {
    domain: { ...RECURRING_PROXY_DOMAIN, chainId, verifyingContract: proxy },
    types: { [PRIMARY_TYPE]: SCHEDULE_PERMIT_FIELDS },
    values: {
      subscriber: evmAddress(terms.payerAddress),
      token: evmAddress(terms.currency.address),
      recipient: evmAddress(terms.payeeAddress),
      feeAddress: evmAddress(terms.feeAddress),
      amount: String(terms.amountUnits),
      feeAmount: String(terms.feeUnits),
      relayerFee: String(terms.relayerFeeUnits),
      periodSeconds: terms.periodSeconds,
      firstPayment: Number(secondsOf(terms.firstAt)),
      totalPayments: terms.totalPayments,
      nonce: String(terms.nonce),
      deadline: String(secondsOf(terms.expiresAt)),
      strictOrder: terms.isInOrder,
    },
  };
  const { digest } = readPermit(permit);
  return { permit, digest, spenderAddress: proxy, instalmentUnits: totalOf(terms) };
}

function totalOf({ amountUnits, feeUnits, relayerFeeUnits }: ScheduleTerms): bigint {
  return amountUnits + feeUnits + relayerFeeUnits;
}

/** The contract adds the parts of an instalment in 128 bits, and counts times and instalments in its own sizes. */
function findRefusal(terms: ScheduleTerms): ScheduleRefusal | undefined {
  const { amountUnits, feeUnits, relayerFeeUnits, totalPayments, periodSeconds } = terms;
  const isCount = Number.isInteger(totalPayments) && totalPayments >= 1;
  if (!isCount || BigInt(totalPayments) > UINT8_MAX) return 'total_payments';
  const parts = [amountUnits, feeUnits, relayerFeeUnits];
  if (amountUnits === 0n || parts.some((part) => part < 0n)) return 'amount';
  if (totalOf(terms) > UINT128_MAX) return 'amount';
  const [first, expires] = [terms.firstAt, terms.expiresAt];
  const isWhole = [first, expires].every((time) => time.getTime() % 1_000 === 0);
  const isPeriod = Number.isInteger(periodSeconds) && periodSeconds >= 1;
  if (!isWhole || !isPeriod || BigInt(periodSeconds) > UINT32_MAX) return 'times';
  if (first.getTime() < 0 || secondsOf(first) > UINT32_MAX) return 'times';
  const last = secondsOf(first) + BigInt(totalPayments - 1) * BigInt(periodSeconds);
  return secondsOf(expires) < last ? 'expires_too_early' : undefined;
}

/** What `prepare` made; another one is our fault. */
export function readPermit(permit: SchedulePermit): ReadPermit {
  const { domain, values } = Permit.parse(permit);
  const { verifyingContract: proxy, chainId } = domain;
  return { proxy, chainId, values, digest: digestOf(values, { proxy, chainId }) };
}

/** What the contract stores the instalments of a permit under, and what the payer signs. */
export function digestOf(
  values: PermitValues,
  { proxy, chainId }: Pick<ReadPermit, 'proxy' | 'chainId'>,
): Hex {
  return hashTypedData({
    domain: { ...RECURRING_PROXY_DOMAIN, chainId, verifyingContract: proxy },
    types: { [PRIMARY_TYPE]: SCHEDULE_PERMIT_FIELDS },
    primaryType: PRIMARY_TYPE,
    message: values,
  });
}

/** A signature whose v the contract takes, which knows 27 and 28 only. */
export function withOldParity(signature: Hex): Hex {
  const v = signature.slice(-2);
  const old = { '00': '1b', '01': '1c' }[v] ?? v;
  const changed = `${signature.slice(0, -2)}${old}`;
  invariant(isHex(changed), 'a signature is written as hex');
  return changed;
}
