import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { payloadOf, recordEvent } from '#modules/events/index.ts';
import type { LinkScreening } from './model/link-screening.ts';
import type { LinkWallet } from './model/screened-subject.ts';
import { confirmScreening, putScreening, type ScreeningDetail } from './store/link-screenings.ts';

/** A holder of a token can name any wallet: as many as may be reported for not being on an allowlist. Ours. */
export const SCREENINGS_OF_LINK_MAX = 200;

/** A wallet of a link and what came of its screening. */
interface Screened extends LinkWallet {
  readonly result: Pick<
    LinkScreening,
    'status' | 'reasonCode' | 'provider' | 'policyId' | 'evaluatedAt'
  >;
  /** Of a vendor's decision. */
  readonly detail?: ScreeningDetail;
}

/** Stores a result and its event, where the wallet had none or another; returns whether it did. Called in a transaction. */
export async function reportScreening(
  ctx: Context,
  { result, detail, subject, ...wallet }: Screened,
): Promise<boolean> {
  const { accountId, securePaymentToken, walletAddress } = wallet;
  const { walletType, parentWalletAddress } = subject;
  const { reasonCode: _, evaluatedAt, ...shown } = result;
  const stored = {
    ...wallet,
    ...result,
    walletType,
    parentWalletAddress,
    detail,
    countMax: SCREENINGS_OF_LINK_MAX,
  };
  if (!(await putScreening(ctx, stored))) {
    await confirmScreening(ctx, stored);
    return false;
  }
  const { clientIdId, clientId, orchestratorId, origin } = subject;
  await recordEvent(ctx, {
    accountId,
    securePaymentToken,
    clientIdId,
    orchestratorId,
    origin,
    payload: payloadOf({
      event: 'kyt.screening.completed',
      securePaymentToken,
      clientId,
      orchestratorId,
      walletAddress,
      eoaAddress: subject.eoaAddress,
      smartAccountAddress: subject.smartAccountAddress,
      ...shown,
      timestamp: isoTime(evaluatedAt),
    }),
  });
  return true;
}
