import type { Asset, TrustedContracts } from '../../wallet/trusted-network.ts';
import type { Link } from '../link.ts';
import type { Plan } from '../plan.ts';

/** A token of which a contract may take more than a payment needs, and how much. */
export interface ExcessAllowance extends Allowed {
  readonly units: bigint;
}

/** A token, a contract that payments go through, and what the payment takes of the token by it. */
export interface Allowed {
  readonly asset: Asset & { readonly address: string };
  readonly spender: string;
  /** 0n once it is paid. */
  readonly dueUnits: bigint;
}

/** More tokens than this are not looked up: each takes a question for every contract. */
const TOKENS_MAX = 8;

/** `allowance(address,address)`. */
const ALLOWANCE_SELECTOR = '0xdd62ed3e';
/** `approve(address,uint256)`. */
const APPROVE_SELECTOR = '0x095ea7b3';

/** From here on an allowance is called one of any amount: some tokens count it down as it is used. */
const ANY_AMOUNT = 1n << 255n;

/** What may stand of a link's tokens, towards each contract that payments of its network go through. What the plan sets anew is left out. */
export function allowedOf(
  { payments }: Link,
  { feeProxy, conversionProxy, batch }: TrustedContracts,
  plan: Pick<Plan, 'steps'> | undefined,
): readonly Allowed[] {
  const tokens = new Map<string, Allowed['asset']>();
  for (const { asset } of payments) {
    const { address } = asset;
    if (address !== undefined) tokens.set(address.toLowerCase(), { ...asset, address });
  }
  const spenders = [feeProxy, conversionProxy, batch].filter((one) => one !== undefined);
  return [...tokens.values()]
    .slice(0, TOKENS_MAX)
    .flatMap((asset) => spenders.map((spender) => ({ asset, spender, dueUnits: 0n })))
    .filter((one) => plan?.steps.some((step) => setsAnew(step, one)) !== true)
    .map((one) => ({ ...one, dueUnits: plan === undefined ? 0n : dueBy(plan, one) }));
}

type Step = Plan['steps'][number];

function setsAnew(step: Step, { asset, spender }: Allowed): boolean {
  const isApproval = step.kind === 'approve' || step.kind === 'reset';
  return isApproval && isSame(step.asset.address, asset.address) && isSame(step.spender, spender);
}

function dueBy({ steps }: Pick<Plan, 'steps'>, { asset, spender }: Allowed): bigint {
  return steps
    .flatMap((step) => ('totals' in step && isSame(step.call.to, spender) ? step.totals : []))
    .filter((total) => isSame(total.asset.address, asset.address))
    .reduce((sum, { units }) => sum + units, 0n);
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

/** Whether more stands than the payment takes. */
export function isExcess({ units, dueUnits }: ExcessAllowance): boolean {
  return units > dueUnits;
}

/** Whether an allowance is one of any amount. */
export function isAnyAmount(units: bigint): boolean {
  return units >= ANY_AMOUNT;
}

/** The question to a token what a contract may take of an owner. */
export function allowanceCall({ asset, spender }: Allowed, owner: string) {
  return { to: asset.address, data: `${ALLOWANCE_SELECTOR}${word(owner)}${word(spender)}` };
}

/** The call that sets an allowance to zero. */
export function revocationCall({ asset, spender }: Allowed) {
  const zero = '0'.repeat(64);
  return { to: asset.address, data: `${APPROVE_SELECTOR}${word(spender)}${zero}`, value: '0x0' };
}

function word(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0');
}

/** What a token answered; undefined for what is no number. */
export function readUnits(answer: unknown): bigint | undefined {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer)) return undefined;
  return BigInt(answer);
}
