import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { payloadOf, recordEvent } from '#modules/events/index.ts';
import { transact } from '#platform/db/transact.ts';
import { SCREENING_REJECTED, type WalletRole } from './model/link-screening.ts';
import { ORACLE } from './model/providers.ts';
import { insertScreening } from './store.ts';

/** A holder of a token can name any wallet: as many as may be reported for not being on an allowlist. Ours. */
const SCREENINGS_OF_LINK_MAX = 200;

/** A wallet of a link that is on a list of sanctioned addresses. */
interface Rejected {
  readonly role: WalletRole;
  readonly accountId: string;
  readonly securePaymentToken: string;
  /** The wallet that is listed, as its chain writes it. */
  readonly walletAddress: string;
  readonly walletType: 'eoa' | 'smart_account';
  /** The key whose tokens this account pays with; null of any other wallet. */
  readonly parentWalletAddress: string | null;
  /** The key of the payer, and its account where it has one. */
  readonly eoaAddress: string;
  readonly smartAccountAddress: string | null;
  readonly evaluatedAt: Date;
  /** What the link was created with: the row and the public text. */
  readonly clientIdId: string | null;
  readonly clientId: string | null;
  readonly orchestratorId: string | null;
  readonly origin: string | null;
}

/**
 * Stores that a wallet of a link was rejected, and reports it by `kyt.screening.completed`: once for each wallet
 * and link. Returns whether it was reported now.
 */
export async function recordRejection(ctx: Context, rejected: Rejected): Promise<boolean> {
  const { accountId, securePaymentToken, evaluatedAt } = rejected;
  return await transact(ctx, async (ctx) => {
    const isNew = await insertScreening(ctx, {
      ...rejected,
      status: 'rejected',
      reasonCode: SCREENING_REJECTED,
      provider: ORACLE,
      policyId: null,
      countMax: SCREENINGS_OF_LINK_MAX,
    });
    if (!isNew) return false;
    await recordEvent(ctx, {
      accountId,
      securePaymentToken,
      clientIdId: rejected.clientIdId,
      orchestratorId: rejected.orchestratorId,
      origin: rejected.origin,
      payload: payloadOf({
        event: 'kyt.screening.completed',
        securePaymentToken,
        clientId: rejected.clientId,
        orchestratorId: rejected.orchestratorId,
        walletAddress: rejected.walletAddress,
        eoaAddress: rejected.eoaAddress,
        smartAccountAddress: rejected.smartAccountAddress,
        status: 'rejected',
        provider: ORACLE,
        policyId: null,
        timestamp: isoTime(evaluatedAt),
      }),
    });
    return true;
  });
}
