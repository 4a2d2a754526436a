import { Refusal } from '#kit/failure.ts';
import type { ServiceFailure } from '#platform/outbound/json-client.ts';
import { ErrorBody } from './lifi-shapes.ts';

/** The documented codes that say that there is no route, rather than that something failed. */
const NO_QUOTE = 1002;
const NOT_FOUND = 1003;

const TOO_LOW = new Set(['AMOUNT_TOO_LOW', 'FEES_HIGHER_THAN_AMOUNT']);
const TOO_HIGH = new Set(['AMOUNT_TOO_HIGH', 'INSUFFICIENT_LIQUIDITY']);
/** What another try may change. */
const PASSING = new Set(['TOOL_TIMEOUT', 'RPC_ERROR', 'UNKNOWN_ERROR', 'TOOL_SPECIFIC_ERROR']);

/**
 * The refusal that an error of the provider means for the payer; undefined where it means that the provider,
 * or our use of it, failed. The reason that a payer can do something about goes first.
 */
export function refusalOf(failure: ServiceFailure): Refusal | undefined {
  if (failure.kind !== 'refused') return undefined;
  const parsed = ErrorBody.safeParse(failure.body);
  if (!parsed.success) return undefined;
  const { code, errors = [] } = parsed.data;
  if (code !== NO_QUOTE && code !== NOT_FOUND) return undefined;
  const reasons = errors.map((error) => error.code);
  if (reasons.some((reason) => TOO_LOW.has(reason))) {
    const message = 'The amount is too low to be paid from another network or token';
    return new Refusal('amount_too_low_for_route', 400, message);
  }
  if (reasons.some((reason) => TOO_HIGH.has(reason))) {
    const message = 'The amount is higher than this network and token can bring now';
    return new Refusal('amount_too_high_for_route', 400, message);
  }
  const isPassing = reasons.length > 0 && reasons.every((reason) => PASSING.has(reason));
  if (isPassing) return undefined;
  const message = 'There is no route from this network and token to those of the payment';
  return new Refusal('route_not_available', 400, message);
}
