import type { Context } from '#context.ts';
import type { measureScreenings } from '#modules/screening/index.ts';
import type { CallObservation } from '#providers/observe-calls.ts';

/** A service of others that judges wallets, checks payers or pays to banks, as the reporting process has observed it. */
export interface VendorStatus extends Pick<CallObservation, 'latencyMs' | 'errors' | 'lastError'> {
  readonly kind: 'screening' | 'identity' | 'off_ramp';
  readonly name: string;
  /** Of vendors that judge wallets the last answer that any process got; null where none is known. */
  readonly answeredAt: string | null;
}

type Measured = Awaited<ReturnType<typeof measureScreenings>>;

type Vendors = Pick<Context, 'screeners' | 'identityProviders' | 'offRamp'>;

/** What operators see of each vendor that is configured; never a key. */
export function vendorStatuses(
  { screeners, identityProviders, offRamp }: Vendors,
  { lastAnswers }: Pick<Measured, 'lastAnswers'>,
): readonly VendorStatus[] {
  return [
    ...[...screeners.values()].map((one) => statusOf('screening', one, lastAnswers.get(one.name))),
    ...(identityProviders?.all ?? []).map((one) => statusOf('identity', one)),
    ...(offRamp === undefined ? [] : [statusOf('off_ramp', offRamp)]),
  ];
}

interface Observed {
  readonly name: string;
  observed?(): CallObservation;
}

const NOTHING_SEEN: CallObservation = {
  latencyMs: null,
  answeredAt: null,
  errors: 0,
  lastError: null,
};

function statusOf(kind: VendorStatus['kind'], vendor: Observed, stored?: Date): VendorStatus {
  const { answeredAt, ...seen } = vendor.observed?.() ?? NOTHING_SEEN;
  const times = [answeredAt, stored].flatMap((time) => time?.getTime() ?? []);
  const last = times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
  return { kind, name: vendor.name, ...seen, answeredAt: last };
}

/** No bank account has this id, so that the answer gives nobody away. */
const NO_ACCOUNT = 'florin-status';

/**
 * Asks the providers that charge nothing for it whether they answer, so that a process that has not used them can report on them. Vendors that
 * judge wallets are not asked, because they charge.
 */
export async function probeVendors({
  identityProviders,
  offRamp,
}: Pick<Vendors, 'identityProviders' | 'offRamp'>): Promise<void> {
  await Promise.allSettled([
    ...(identityProviders?.all ?? []).map((provider) => provider.checkAccess()),
    offRamp?.readAccount(NO_ACCOUNT),
  ]);
}
