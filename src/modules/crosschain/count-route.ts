import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import type { DocumentedRefusal } from '#platform/http/endpoint.ts';
import { type ThrottleRule, takeOfCaller } from '#platform/throttle.ts';

/** Each route is a call of the provider, whose quota all payments share; a payer who compares what a wallet holds asks for a few. */
const ROUTES_OF_CALLER: ThrottleRule = {
  name: 'route_of_caller',
  attempts: 60,
  windowSeconds: 60,
};

/** Of all callers together; above that of one, so that nobody keeps the payer of a link out alone. */
const ROUTES_OF_PAYMENT: ThrottleRule = {
  name: 'route_of_payment',
  attempts: 180,
  windowSeconds: 60,
};

/**
 * Anybody with a link may name any wallet, also one that holds everything. A page that polls for such a wallet takes 180
 * quotes a minute.
 */
const OPTIONS_OF_CALLER: ThrottleRule = {
  name: 'route_options_of_caller',
  attempts: 180,
  windowSeconds: 60,
};

const OPTIONS_OF_PAYMENT: ThrottleRule = {
  name: 'route_options',
  attempts: 240,
  windowSeconds: 60,
};

/** Each is up to twenty routes: so many preparations of several payments together. */
const JOINT_OF_CALLER: ThrottleRule = {
  name: 'joint_routes_of_caller',
  attempts: 6,
  windowSeconds: 60,
};

/** As many quotes as options of one payment take. */
const JOINT_OF_BUNDLE: ThrottleRule = {
  name: 'joint_routes',
  attempts: 12,
  windowSeconds: 60,
};

/** What calls of the provider are counted with. */
export type CountingContext = Pick<Context, 'throttle' | 'requestMetadata'>;

/** Counts a route that a caller asks for. Refuses (429) more than payers need, of one caller and of one payment. */
export async function countRoute(ctx: CountingContext, order: PaymentOrder): Promise<void> {
  const waitSeconds = await take(ctx, nameOf(order), [ROUTES_OF_CALLER, ROUTES_OF_PAYMENT]);
  if (waitSeconds > 0) throw tooManyRoutes(waitSeconds);
}

/** Counts the routes of several payments that a caller asks for together. Refuses (429) more than payers need. */
export async function countJointRoutes(ctx: CountingContext, bundle: string): Promise<void> {
  const waitSeconds = await take(ctx, bundle, [JOINT_OF_CALLER, JOINT_OF_BUNDLE]);
  if (waitSeconds > 0) throw tooManyRoutes(waitSeconds);
}

/** Counts a quote of the options of a wallet, and returns whether it may be asked for: options are left out, and not refused. */
export async function countOption(ctx: CountingContext, order: PaymentOrder): Promise<boolean> {
  return (await take(ctx, nameOf(order), [OPTIONS_OF_CALLER, OPTIONS_OF_PAYMENT])) === 0;
}

/** The caller first, so that one who asks too often uses up nothing of the payment's. */
async function take(
  ctx: CountingContext,
  payment: string,
  [ofCaller, ofPayment]: readonly [ThrottleRule, ThrottleRule],
): Promise<number> {
  const waitSeconds = await takeOfCaller(ctx, ofCaller);
  if (waitSeconds > 0) return waitSeconds;
  return await ctx.throttle.take(ofPayment, payment);
}

function nameOf({ chain, paymentReference }: PaymentOrder): string {
  return `${chain.network.id} ${paymentReference}`;
}

/** 429: more routes than payers need. */
function tooManyRoutes(retryAfterSeconds: number): Refusal {
  const message =
    'Routes from other networks were asked for too often; pay on the own network, or later';
  return new Refusal('too_many_routes', 429, { message, retryAfterSeconds });
}

/** What everything answers that asks for routes. */
export const TOO_MANY_ROUTES: DocumentedRefusal = {
  status: 429,
  when: 'Routes are asked for 60 times a minute by one caller at most, and 180 times for one payment; of bundles 6 and 12.',
  examples: [tooManyRoutes(30)],
};
