import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { endOfFreshness, type SecondFactorKind } from './model/second-factor.ts';
import { sessionOfActor } from './session-of-actor.ts';
import {
  countRecoveryCodes,
  findSecondFactors,
  type KnownSecondFactor,
} from './store/second-factors.ts';
import { findSessionById } from './store/sessions.ts';

/** A second factor as its owner sees it. */
export interface ShownSecondFactor {
  readonly id: string;
  readonly kind: SecondFactorKind;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** The second factors of a person, and what may be done with them now. */
interface SecondFactorList {
  readonly secondFactors: readonly ShownSecondFactor[];
  readonly recoveryCodesLeft: number;
  readonly required: boolean;
  readonly passkeysAvailable: boolean;
  readonly changeableUntil: string | null;
}

/** The second factors of the person who calls. */
export async function listSecondFactors(ctx: Context): Promise<SecondFactorList> {
  const { accountId, sessionId, personId } = sessionOfActor(ctx);
  const session = await findSessionById(ctx, { accountId, sessionId });
  const changeableUntil = session?.kind === 'email' ? endOfFreshness(session.createdAt) : undefined;
  return {
    secondFactors: (await findSecondFactors(ctx, personId)).map(showSecondFactor),
    recoveryCodesLeft: await countRecoveryCodes(ctx, personId),
    required: ctx.settings.secondFactor === 'required',
    passkeysAvailable: ctx.settings.dashboardOrigin !== undefined,
    changeableUntil: changeableUntil === undefined ? null : isoTime(changeableUntil),
  };
}

/** A second factor in the words of the wire. */
export function showSecondFactor({
  createdAt,
  lastUsedAt,
  ...factor
}: KnownSecondFactor): ShownSecondFactor {
  return {
    ...factor,
    createdAt: isoTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
  };
}
