import { readAnyAddress } from '#catalog/addresses.ts';
import type { Context } from '#context.ts';
import { Refusal, refuseField } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import {
  APPROVAL_DAYS_MAX,
  OVERRIDES_OF_ACCOUNT_MAX,
  type OverrideSetter,
  type ScreeningOverride,
} from './model/screening-override.ts';
import { countOverrides, putOverride } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What somebody decides about a wallet of an account. */
interface CreateOverrideInput {
  readonly accountId: string;
  readonly setBy: OverrideSetter;
  readonly walletAddress: string;
  readonly decision: 'approved' | 'rejected';
  /** For the audit log. */
  readonly reason: string;
  readonly expiresAt: Date | null;
}

/**
 * Decides in advance about a wallet that pays an account or is paid by it, in place of what the same party decided about it before, with an entry in the
 * audit log of the account. A rejection holds in every way to pay. An approval stands in for vendors only: lists and allowlists refuse the wallet all the same.
 *
 * Refuses (400) what is no address, an end that is past, and an approval without an end or with one that is more than a year away; (409) one more than an account may have.
 */
export async function createScreeningOverride(
  ctx: Context,
  input: CreateOverrideInput,
): Promise<ScreeningOverride> {
  const wallet = readAnyAddress(input.walletAddress);
  if (wallet === undefined) throw noWallet();
  checkEnd(input, ctx.now());
  const { accountId, setBy, decision, reason, expiresAt } = input;
  return await transact(ctx, async (ctx) => {
    const countMax = OVERRIDES_OF_ACCOUNT_MAX;
    if ((await countOverrides(ctx, { accountId, countMax })) >= countMax) throw tooMany();
    const override: ScreeningOverride = {
      id: ctx.newOrderedId(),
      accountId,
      walletAddress: wallet.text,
      setBy,
      decision,
      reason,
      createdAt: ctx.now(),
      expiresAt,
    };
    await putOverride(ctx, override);
    await recordAudit(ctx, {
      accountId,
      action: 'screening_override.created',
      object: { kind: 'screening_override', id: override.id },
      details: {
        walletAddress: wallet.text,
        decision,
        setBy,
        reason,
        expiresAt: expiresAt?.toISOString() ?? null,
      },
    });
    return override;
  });
}

function checkEnd({ decision, expiresAt }: CreateOverrideInput, now: Date): void {
  if (expiresAt === null) {
    if (decision === 'approved') throw noEnd();
    return;
  }
  if (expiresAt <= now) throw refuseField('expiresAt', 'expiresAt must be in the future');
  const latest = now.getTime() + APPROVAL_DAYS_MAX * DAY_MS;
  if (decision === 'approved' && expiresAt.getTime() > latest) {
    const message = `expiresAt must be within ${APPROVAL_DAYS_MAX} days where decision is approved`;
    throw refuseField('expiresAt', message);
  }
}

/** 400: no chain has such an address. */
function noWallet(): Refusal {
  const message = 'walletAddress must be an address of an EVM chain or of Tron';
  return refuseField('walletAddress', message);
}

/** 400: an approval ends. */
export function noEnd(): Refusal {
  return refuseField('expiresAt', 'expiresAt is required where decision is approved');
}

/** 409: an account has as many as it may have. */
export function tooMany(): Refusal {
  const message = `An account has at most ${OVERRIDES_OF_ACCOUNT_MAX} overrides: remove one first`;
  return new Refusal('too_many_screening_overrides', 409, message);
}
